import { type ConnectionView, connectionRoutes, maxShown } from '@aisle/contract/warehouse/connections';
import { Button, Text } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { DateText } from '../../ui/values/values.tsx';
import classes from './connections.module.css';
import { newestOf, syncLabels } from './precedence-labels.ts';

/** The rows of a program that were refused, with buttons to send them again. */
export function RefusedRows({ connection }: { connection: ConnectionView }) {
  const { _id, refusals, refused, keys } = connection;
  const rerunning = useWrite(connectionRoutes.rerun);
  const again = (rowIds?: string[]) =>
    rerunning.mutate({ params: { id: _id }, body: rowIds ? { rowIds } : {} });
  const isOff = rerunning.isPending || !keys.some(({ isActive }) => isActive);
  return (
    <Panel
      title="Refused rows"
      tools={
        refused > 0 && (
          <Button variant="default" size="compact-sm" disabled={isOff} onClick={() => again()}>
            Send all again
          </Button>
        )
      }
    >
      {refused === 0 && <Text c="dimmed">No refused rows.</Text>}
      {refused > maxShown && (
        <Text size="sm" c="dimmed">
          {newestOf(refused)}
        </Text>
      )}
      <ul className="plain-list">
        {refusals.map(({ _id: rowId, name, message, row, at }) => (
          <li key={rowId} className={classes.row}>
            <div className="min-w-0">
              <div className="text-sm">{message}</div>
              <code className="text-xs break-anywhere">{JSON.stringify(row)}</code>
              <div className="text-xs secondary">
                {syncLabels[name]} · <DateText value={at} withTime />
              </div>
            </div>
            <Button size="compact-sm" variant="default" disabled={isOff} onClick={() => again([rowId])}>
              Send again
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
