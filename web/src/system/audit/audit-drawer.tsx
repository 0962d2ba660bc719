import { auditSentence } from '@aisle/contract/audit-sentences';
import type { AuditListed } from '@aisle/contract/system/audit';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useCanOpen } from '../../core/pages/screens.ts';
import { shownValue } from '../../links/system/audit-labels.ts';
import { fieldChanges } from '../../ui/record/record-changes.ts';
import { Facts } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { pageOfRecord } from './record-pages.ts';

interface AuditDrawerProps {
  entry: AuditListed;
  onClose: () => void;
  /** Filters the log by the record of this entry. */
  onRecord: (recordId: string) => void;
}

type Change = ReturnType<typeof fieldChanges>[number];

/** One entry: each field before and after the change. */
export function AuditDrawer({ entry, onClose, onRecord }: AuditDrawerProps) {
  const canOpen = useCanOpen();
  const { resource, recordId, before, after } = entry;
  const changes = fieldChanges(entry);
  const page = pageOfRecord(entry);
  return (
    <Drawer opened onClose={onClose} position="right" size={600} title={auditSentence(entry)}>
      <Stack gap="lg">
        <Facts
          facts={[
            ['Record', entry.recordName],
            ['User', entry.actorName],
            ['Time', <DateText key="when" value={entry.at} withTime withZone />],
          ]}
        />
        <DataTable
          label="What changed"
          rows={changes}
          rowKey={({ path }) => path}
          empty="No field changes were recorded."
          alignRows="top"
          isFixed
          columns={[
            { header: 'Field', cell: (change) => change.label },
            ...(before === null
              ? []
              : [
                  {
                    header: 'Before',
                    cell: (change: Change) => shownValue(resource, change.path, change.before),
                  },
                ]),
            ...(after === null
              ? []
              : [
                  {
                    header: 'After',
                    cell: (change: Change) => shownValue(resource, change.path, change.after),
                  },
                ]),
          ]}
        />
        {recordId && (
          <Group gap="xs">
            {page && canOpen(page.to) && (
              <ButtonLink {...page} variant="default">
                Open record
              </ButtonLink>
            )}
            <Button variant="default" onClick={() => onRecord(recordId)}>
              View record history
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}
