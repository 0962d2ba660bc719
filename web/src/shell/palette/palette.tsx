import { Modal } from '@mantine/core';
import { IconArrowRight, IconBolt, IconHistory } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { OrderStatus } from '../../links/sales/order-status.tsx';
import { partsOf } from './marked.ts';
import classes from './palette.module.css';
import {
  type Choice,
  matchesWords,
  useActions,
  useLocationChoices,
  useRecent,
  useScreenChoices,
} from './palette-choices.ts';
import { useFound } from './palette-search.ts';
import { typedAhead } from './typed-ahead.ts';

interface PaletteProps {
  onClose: () => void;
}

/** Opens any screen or record, and runs actions that work anywhere. */
export function Palette({ onClose }: PaletteProps) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [isSwitching, setSwitching] = useState(false);
  const { choices, found } = useChoices(text, isSwitching, () => {
    setSwitching(true);
    setText('');
    setActive(0);
  });
  const current = Math.min(active, choices.length - 1);

  function take(choice: Choice | undefined): void {
    if (!choice) return;
    if (!choice.staysOpen) onClose();
    choice.run?.();
    if (choice.to) void router.navigate(choice.to);
  }
  function onKey(event: KeyboardEvent): void {
    const count = Math.max(choices.length, 1);
    if (event.key === 'ArrowDown') setActive((current + 1) % count);
    else if (event.key === 'ArrowUp') setActive((current - 1 + count) % count);
    else if (event.key === 'Enter') take(choices[current]);
    else return;
    event.preventDefault();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={680}
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
        aria-activedescendant={choices[current] && `palette-${current}`}
        placeholder={isSwitching ? 'Find a location' : 'Search orders, customers, products or screens'}
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
      <div id="palette-targets" role="listbox" aria-label="Results" className={classes.list}>
        {groupsOf(choices).map(({ group, first, choices: inGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: the options of a listbox are in groups, not in a fieldset
          <div key={`${group}${first}`} role="group" aria-label={group}>
            <div className={`text-xs medium secondary ${classes.heading}`} aria-hidden>
              {group}
            </div>
            {inGroup.map((choice, offset) => {
              const index = first + offset;
              return (
                <Option
                  key={`${choice.label}${JSON.stringify(choice.to)}`}
                  index={index}
                  choice={choice}
                  words={found.meant ?? text}
                  isActive={index === current}
                  onPoint={() => setActive(index)}
                  onTake={() => take(choice)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p className={classes.status} role="status">
        {found.meant && found.targets.length > 0 && `No exact match. Showing results for “${found.meant}”.`}
        {choices.length === 0 && !found.isLooking && `No results for “${text.trim()}”.`}
      </p>
    </Modal>
  );
}

/** Suggestions without a text, otherwise matches. */
function useChoices(text: string, isSwitching: boolean, onSwitchLocation: () => void) {
  const hasText = text.trim() !== '';
  const recent = useRecent();
  const actions = useActions(hasText, onSwitchLocation);
  const screens = useScreenChoices();
  const locations = useLocationChoices(text, isSwitching);
  const found = useFound(isSwitching ? '' : text);
  const fits = (choice: Choice) => matchesWords(choice, text.trim());
  if (isSwitching) return { choices: locations.filter(fits), found };
  const usual = [...(hasText ? [] : recent), ...actions, ...screens];
  return { choices: hasText ? [...usual.filter(fits), ...found.targets] : usual, found };
}

interface ChoiceGroup {
  group: string;
  /** The index of its first choice among all choices. */
  first: number;
  choices: Choice[];
}
function groupsOf(choices: readonly Choice[]): ChoiceGroup[] {
  const groups: ChoiceGroup[] = [];
  for (const [index, choice] of choices.entries()) {
    const last = groups.at(-1);
    if (last?.group === choice.group) last.choices.push(choice);
    else groups.push({ group: choice.group, first: index, choices: [choice] });
  }
  return groups;
}

interface OptionProps {
  index: number;
  choice: Choice;
  words: string;
  isActive: boolean;
  onPoint: () => void;
  onTake: () => void;
}
function Option({ index, choice, words, isActive, onPoint, onTake }: OptionProps) {
  const Icon = choice.group === 'Recent' ? IconHistory : choice.run ? IconBolt : IconArrowRight;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search box's
    <div
      id={`palette-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={`row text-md ${classes.option}`}
      data-wide={choice.status !== undefined || undefined}
      ref={isActive ? scrollTo : undefined}
      onPointerMove={onPoint}
      onClick={onTake}
    >
      <Icon size={16} aria-hidden />
      <span className={`truncate ${classes.label}`} dir="auto">
        <Marked text={choice.label} words={words} />
      </span>
      {(choice.status || choice.hint) && (
        <span className={classes.hint}>
          {choice.status && <OrderStatus status={choice.status} />}
          {choice.hint && <span>{choice.hint}</span>}
        </span>
      )}
    </div>
  );
}

/** Highlights the found words in the text. */
function Marked({ text, words }: { text: string; words: string }) {
  return partsOf(text, words).map(({ at, part, isFound }) =>
    isFound ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  );
}

const scrollTo = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });
