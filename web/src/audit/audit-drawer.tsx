import type { AuditListed } from '@aisle/contract/audit';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCanOpen } from '../core/screens.ts';
import { fieldChanges, valueText } from '../ui/record-changes.ts';
import { Facts } from '../ui/record-page.tsx';
import { DateText } from '../ui/values.tsx';
import classes from './audit.module.css';
import { entryTitle } from './audit-words.ts';

interface AuditDrawerProps {
  entry: AuditListed;
  onClose: () => void;
  /** To everything that happened to the same record. */
  onRecord: (recordId: string) => void;
}

/** Where a record can be looked at. */
const pages: Record<string, string> = {
  products: '/products/view/',
  orders: '/orders/view/',
  customers: '/customers/view/',
  locations: '/locations/view/',
};

/** One entry: what each field was before, and what it was after. */
export function AuditDrawer({ entry, onClose, onRecord }: AuditDrawerProps) {
  const canOpen = useCanOpen();
  const { resource, recordId, before, after } = entry;
  const changes = fieldChanges(entry);
  const page = recordId && pages[resource] ? `${pages[resource]}${recordId}` : null;
  return (
    <Drawer opened onClose={onClose} position="right" size={600} title={entryTitle(entry)}>
      <Stack gap="lg">
        <Facts
          facts={[
            ['Record', entry.recordName],
            ['Who', entry.actorName],
            ['When', <DateText key="when" value={entry.at} withTime />],
          ]}
        />
        {changes.length === 0 ? (
          <Text c="dimmed">It says nothing about single fields.</Text>
        ) : (
          <table className={classes.changes}>
            <thead>
              <tr>
                <th>Field</th>
                {before !== null && <th>Before</th>}
                {after !== null && <th>After</th>}
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.path}>
                  <td>{change.label}</td>
                  {before !== null && <td>{valueText(change.before)}</td>}
                  {after !== null && <td>{valueText(change.after)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {recordId && (
          <Group gap="xs">
            {page && canOpen(page) && (
              <Button component={Link} to={page} variant="default">
                Open it
              </Button>
            )}
            <Button variant="default" onClick={() => onRecord(recordId)}>
              All that happened to it
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}
