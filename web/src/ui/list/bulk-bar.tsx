import { ActionIcon, Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import classes from './list.module.css';
import type { BulkAction } from './rows/row.ts';
import { allText } from './rows/select-rows.tsx';
import type { Selection } from './rows/selection.ts';
import type { List } from './use-list.ts';

interface BulkBarProps<Row> {
  /** The actions that the user has permission for. */
  actions: readonly BulkAction<Row>[];
  selection: Selection<Row>;
  list: List<Row>;
  /** The export of the selected rows. */
  exporting: ReactNode;
}

/** Replaces the filters while rows are selected. */
export function BulkBar<Row>({ actions, selection, list, exporting }: BulkBarProps<Row>) {
  const id = useId();
  const allowed = actions.filter(({ runAll }) => !selection.isAll || runAll);
  const idOf = ({ label }: BulkAction<Row>) => `${id}-${allowed.findIndex((one) => one.label === label)}`;
  const [running, setRunning] = useState<string>();
  async function run(action: BulkAction<Row>): Promise<void> {
    setRunning(action.label);
    try {
      const result = selection.isAll ? await action.runAll?.() : await action.run([...selection.rows]);
      if (result !== false) selection.clear();
    } catch {
      // A toast has reported the error; the selection stays for another attempt.
    } finally {
      setRunning(undefined);
    }
  }
  return (
    <div
      className={`row wrap gap-2 ${classes.bar} ${classes.selected}`}
      role="toolbar"
      aria-label="Actions for selected rows"
    >
      <ActionIcon variant="subtle" color="gray" aria-label="Clear selection" onClick={selection.clear}>
        <IconX size={16} />
      </ActionIcon>
      <Text size="sm" fw={500} className="tabular" role="status">
        {selection.isAll ? allText(list).replace('all', 'All') : selection.rows.length} selected
      </Text>
      {allowed.map((action) => {
        const why = selection.isAll ? undefined : action.problemOf?.(selection.rows);
        return (
          <Fragment key={action.label}>
            <Button
              size="sm"
              variant={action.danger ? 'destructive' : 'default'}
              loading={running === action.label}
              disabled={why !== undefined || (running !== undefined && running !== action.label)}
              aria-describedby={why && idOf(action)}
              {...(action.icon && { leftSection: <action.icon size={16} /> })}
              onClick={() => void run(action)}
            >
              {action.label}
            </Button>
            {why && (
              <Text id={idOf(action)} size="sm" role="status">
                {why}
              </Text>
            )}
          </Fragment>
        );
      })}
      <span className="ml-auto">{exporting}</span>
    </div>
  );
}
