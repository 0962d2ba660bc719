import { Alert, Button, Group, Text } from '@mantine/core';
import { fieldLabel, valueAt } from './changes.ts';
import classes from './form.module.css';
import type { FormFace } from './use-zod-form.ts';

/** Whoever pressed Save at the bottom of a long form has to see it. */
const show = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'center' });

/** Somebody else was quicker: what they changed, beside what is typed here. */
export function ConflictPanel({ form }: { form: FormFace }) {
  const { conflict, changed, values } = form;
  if (!conflict) return null;
  return (
    <Alert
      color="red"
      variant="light"
      title="Somebody else has changed this meanwhile"
      mb="md"
      role="alert"
      ref={show}
    >
      {conflict.paths.length === 0 && <Text size="sm">Nothing you see here differs. Save again.</Text>}
      {conflict.paths.length > 0 && (
        <table className={classes.conflict}>
          <thead>
            <tr>
              <th>Field</th>
              <th>Theirs</th>
              <th>Yours</th>
            </tr>
          </thead>
          <tbody>
            {conflict.paths.map((path) => (
              <tr key={path}>
                <td>{fieldLabel(path)}</td>
                <td>{inWords(valueAt(conflict.theirs, path))}</td>
                <td>{changed.includes(path) ? inWords(valueAt(values, path)) : 'not changed'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={conflict.keepMine}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={conflict.takeTheirs}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  );
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
