import { type ConnectionView, maxShown } from '@aisle/contract/warehouse/connections';
import { Text } from '@mantine/core';
import { Panel } from '../../ui/record/record-page.tsx';
import { DateText } from '../../ui/values/values.tsx';
import classes from './connections.module.css';
import { fieldLabel, newestOf, shownValue } from './precedence-labels.ts';

/** The values of a program that were not written, because the value in Aisle won. */
export function LostValues({ connection: { losses, lost } }: { connection: ConnectionView }) {
  return (
    <Panel title="Values that lost">
      {lost === 0 && <Text c="dimmed">No values lost yet.</Text>}
      {lost > maxShown && (
        <Text size="sm" c="dimmed">
          {newestOf(lost)}
        </Text>
      )}
      <ul className="plain-list">
        {losses.map(({ _id, recordName, locationName, field, sent, kept, at }) => (
          <li key={_id} className={classes.row}>
            <div className="min-w-0">
              <div className="text-sm break-anywhere">
                {fieldLabel(field)} of {recordName ?? 'a deleted record'}
                {locationName && ` at ${locationName}`}
              </div>
              <div className="text-sm break-anywhere">
                Sent: {shownValue(sent)} · Kept: {shownValue(kept)}
              </div>
              <div className="text-xs secondary">
                <DateText value={at} withTime />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
