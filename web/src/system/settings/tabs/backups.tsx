import { backupRoutes } from '@aisle/contract/system/backups';
import { Code, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import { DateText } from '../../../ui/values/values.tsx';

const megabytes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

export function Backups() {
  const query = useQuery({ ...read(backupRoutes.latest, {}), meta: { quiet: true } });
  const state = query.data;
  return (
    <Panel title="Backups">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A backup contains the whole database and all files. <Code>npm run backup</Code> makes one at any
          time, and <Code>npm run restore</Code> puts one into an empty installation.
        </Text>
        {query.error && !state && <ErrorState error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <Skeleton height={80} className="after-a-while" />}
        {state && !state.isScheduled && (
          <Text>
            No schedule yet. Set <Code>BACKUP_TO</Code> to a folder on another disk to back up every day.
          </Text>
        )}
        {state?.isScheduled && (
          <div>
            <StatusBadge
              family={state.isLate ? 'bad' : 'good'}
              label={state.isLate ? 'Late' : 'Up to date'}
            />{' '}
            <Text span size="sm" c="dimmed">
              Every day. The latest {state.keep} are kept.
            </Text>
          </div>
        )}
        {state && state.backups.length > 0 && (
          <Table.ScrollContainer minWidth={0}>
            <Table aria-label="Backups">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Made</Table.Th>
                  <Table.Th>File</Table.Th>
                  <Table.Th ta="right">Size</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {state.backups.map(({ name, madeAt, bytes }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <DateText value={madeAt} withTime />
                    </Table.Td>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td ta="right">{megabytes.format(bytes / 1e6)} MB</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Panel>
  );
}
