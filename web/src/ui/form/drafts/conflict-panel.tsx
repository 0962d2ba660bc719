import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { Alert, Button, Group, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import { fieldLabel, valueAt } from '../changes.ts';
import classes from '../form.module.css';
import type { Conflict, FormFace } from '../use-zod-form.ts';

/** Scrolls to the panel, because the Save button is at the bottom of a long form. */
const show = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'center' });

/** A conflicting field as text. */
interface ConflictText {
  label: string;
  mine: string;
  remote: string;
}
interface ConflictPanelProps {
  form: Pick<FormFace, 'conflict'>;
  /** The user who saved first, if the record shows it. */
  author?: string | undefined;
  /** Describes fields whose names or values aren't words. */
  describe?: (path: string, conflict: Conflict) => ConflictText;
  /** Saves again after the conflict is resolved. */
  onSettled: () => void;
}

/** Shows both values side by side, with a choice for each, if another user saved the same fields first. */
export function ConflictPanel({ form, author, describe = describeField, onSettled }: ConflictPanelProps) {
  const { conflict } = form;
  const [mine, setMine] = useState<Record<string, boolean>>({});
  if (!conflict) return null;
  const { paths, settle } = conflict;
  const isSettled = paths.every((path) => path in mine);
  const all = (isMine: boolean) => setMine(Object.fromEntries(paths.map((path) => [path, isMine])));
  function save(): void {
    settle(paths.filter((path) => mine[path]));
    setMine({});
    onSettled();
  }
  return (
    <Alert
      color="red"
      variant="light"
      title={`${author ?? 'Someone else'} changed this while you were editing`}
      mb="md"
      role="alert"
      ref={show}
    >
      <Text size="sm">
        {paths.length === 0
          ? 'None of your changes conflict. Save again.'
          : 'You both changed the fields below. Choose which values to keep. All other changes are kept.'}
      </Text>
      {paths.map((path) => {
        const { label, mine: myText, remote } = describe(path, conflict);
        return (
          <fieldset key={path} className={classes.clash}>
            <legend>{label}</legend>
            {[true, false].map((isMine) => (
              <Radio
                key={String(isMine)}
                name={`clash-${path}`}
                color="teal"
                checked={mine[path] === isMine}
                onChange={() => setMine((before) => ({ ...before, [path]: isMine }))}
                label={
                  <>
                    <span className="block text-xs secondary">{isMine ? 'Use mine' : 'Keep theirs'}</span>
                    <bdi>{isMine ? myText : remote}</bdi>
                  </>
                }
              />
            ))}
          </fieldset>
        );
      })}
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="primary" onClick={save} disabled={!isSettled}>
          Save choices
        </Button>
        {paths.length > 1 && (
          <>
            <Button size="xs" variant="default" onClick={() => all(true)}>
              Use all mine
            </Button>
            <Button size="xs" variant="default" onClick={() => all(false)}>
              Keep all theirs
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}

const describeField = (path: string, conflict: Conflict): ConflictText => ({
  label: labelOf(path, conflict),
  mine: myText(path, valueAt(conflict.mine, path)),
  remote: remoteText(path, conflict),
});

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** "Whole milk, 1 gal · Price": the field of a record in a list includes the name of the record. */
function labelOf(path: string, { mine, remote }: Conflict): string {
  const [list = '', one = '', ...rest] = path.split('.');
  if (!id.test(one) && !one.startsWith('new ')) return fieldLabel(path);
  const { name } = (valueAt(remote, `${list}.${one}`) ?? valueAt(mine, `${list}.${one}`) ?? {}) as {
    name?: unknown;
  };
  const called = typeof name === 'string' && name !== '' ? name : fieldLabel(list);
  return rest.length === 0 ? called : `${called} · ${fieldLabel(rest.join('.'))}`;
}

/** For a choice by ID, the text in its field. */
function myText(path: string, value: unknown): string {
  if (typeof value !== 'string' || !id.test(value)) return inWords(value, path);
  const field = document.querySelector<HTMLInputElement>(`input[data-path="${CSS.escape(path)}"]`);
  return field?.value || 'Another option';
}

/** For a field with an ID, the name in the record: `brandData` for `brandId`. */
function remoteText(path: string, { record, remote }: Conflict): string {
  const value = valueAt(remote, path);
  if (typeof value !== 'string' || !id.test(value)) return inWords(value, path);
  const chosen = valueAt(record, path.replace(/Id$/, 'Data')) as { name?: unknown } | null | undefined;
  return typeof chosen?.name === 'string' ? chosen.name : 'Another option';
}

function inWords(value: unknown, path: string): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'number' && /price$/i.test(path)) return formatMoney(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None';
    if (value.every((one) => typeof one === 'string' && !id.test(one))) return value.join(', ');
    return pluralize(value.length, 'entry', 'entries');
  }
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([name, one]) => name !== '_id' && typeof one !== 'object' && one !== '' && one !== false)
    .map(([name, one]) => `${fieldLabel(name)} ${inWords(one, name)}`)
    .join(', ');
}
