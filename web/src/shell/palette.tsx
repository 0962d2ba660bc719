import { Modal } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { isPlain, whatIsMissing } from '../core/screens.ts';
import { useSignedIn } from '../core/session.ts';
import { partsOf } from './marked.ts';
import { menu } from './navigation.ts';
import classes from './palette.module.css';
import { type Target, useFound } from './palette-search.ts';
import { typedAhead } from './typed-ahead.ts';
import { useScreens } from './use-screens.ts';

/** Jumps to any screen the person may see, and finds records by number, name, phone or barcode. */
export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const screens = useScreenTargets().filter(({ label }) => matchesWords(label, text));
  const found = useFound(text);
  const targets = [...screens, ...found.targets];
  const current = Math.min(active, targets.length - 1);

  function go(target: Target | undefined): void {
    if (!target) return;
    onClose();
    const { group: _, label: __, hint: ___, ...destination } = target;
    void router.navigate(destination);
  }
  function onKey(event: KeyboardEvent): void {
    const count = Math.max(targets.length, 1);
    if (event.key === 'ArrowDown') setActive((current + 1) % count);
    else if (event.key === 'ArrowUp') setActive((current - 1 + count) % count);
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
      attributes={{ content: { 'aria-label': 'Search or jump to' } }}
      centered={false}
    >
      <input
        className={classes.search}
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded
        aria-controls="palette-targets"
        aria-activedescendant={targets[current] && `palette-${current}`}
        placeholder="A screen, an order number, a name, a phone, a barcode"
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
        onFocus={() => {
          const before = typedAhead();
          if (before) setText((now) => before + now);
        }}
      />
      <div id="palette-targets" role="listbox" aria-label="What there is" className={classes.list}>
        {targets.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search box's
          <div
            key={`${target.group}${target.to}${JSON.stringify(target.params)}${target.label}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={classes.option}
            data-screen={target.group === 'Screen' || undefined}
            ref={index === current ? scrollTo : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => go(target)}
          >
            <IconArrowRight size={16} aria-hidden />
            <span className={classes.label} dir="auto">
              <Marked text={target.label} words={found.meant ?? text} />
            </span>
            <span className={classes.hint}>
              {target.group}
              {target.hint && <span> · {target.hint}</span>}
            </span>
          </div>
        ))}
      </div>
      <p className={classes.status} role="status">
        {found.meant && found.targets.length > 0 && `Nothing is called that; showing “${found.meant}”.`}
        {targets.length === 0 && !found.isLooking && `Nothing found for “${text.trim()}”.`}
      </p>
    </Modal>
  );
}

/** The words that were found, emphasised where they stand. */
function Marked({ text, words }: { text: string; words: string }) {
  return partsOf(text, words).map(({ at, part, isFound }) =>
    isFound ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  );
}

const scrollTo = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

function useScreenTargets(): Target[] {
  const screens = useScreens();
  const session = useSignedIn();
  const entries = menu.flatMap((area) => area.entries);
  const keyOf = (path: string) => entries.find((entry) => entry.to === path)?.key;
  return [...screens]
    .flatMap(([to, screen]): Target[] => {
      if (!isPlain(to) || screen.signedOut || whatIsMissing(screen, session)) return [];
      const key = keyOf(to);
      return [{ group: 'Screen', to, label: screen.title, hint: key && `g ${key}` }];
    })
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Every word typed stands somewhere in the name. */
function matchesWords(label: string, text: string): boolean {
  const name = label.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}
