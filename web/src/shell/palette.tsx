import { Modal } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useSignedIn } from '../core/session.ts';
import { menu, whatIsMissing } from './navigation.ts';
import classes from './palette.module.css';
import { useScreens } from './use-screens.ts';

interface Target {
  to: string;
  label: string;
  key: string | undefined;
}

/** Jumps to any screen the person may see, by a few letters of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const targets = useTargets().filter(({ label }) => matchesWords(label, text));
  const current = Math.min(active, targets.length - 1);

  function go(target: Target | undefined): void {
    if (!target) return;
    onClose();
    void router.navigate({ to: target.to });
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setActive((current + 1) % Math.max(targets.length, 1));
    else if (event.key === 'ArrowUp') setActive((current - 1 + targets.length) % Math.max(targets.length, 1));
    else if (event.key === 'Enter') go(targets[current]);
    else return;
    event.preventDefault();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      title={null}
    >
      <input
        className={classes.search}
        role="combobox"
        aria-label="Jump to a screen"
        aria-expanded
        aria-controls="palette-targets"
        aria-activedescendant={targets[current] && `palette-${current}`}
        placeholder="Jump to…"
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <div id="palette-targets" role="listbox" aria-label="Screens" className={classes.list}>
        {targets.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search box's
          <div
            key={target.to}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={classes.option}
            ref={index === current ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => go(target)}
          >
            <IconArrowRight size={16} stroke={1.5} aria-hidden />
            {target.label}
            {target.key && <span className={classes.hint}>g {target.key}</span>}
          </div>
        ))}
      </div>
      {targets.length === 0 && <p className={classes.nothing}>No screen of that name.</p>}
    </Modal>
  );
}

function useTargets(): Target[] {
  const screens = useScreens();
  const session = useSignedIn();
  const entries = menu.flatMap((area) => area.entries);
  return [...screens]
    .filter(([path, screen]) => !path.includes('$') && !screen.signedOut && !whatIsMissing(screen, session))
    .map(([to, screen]) => ({
      to,
      label: screen.title ?? to,
      key: entries.find((entry) => entry.to === to)?.key,
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Every word typed begins, or stands somewhere in, the name. */
export function matchesWords(label: string, text: string): boolean {
  const name = label.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}
