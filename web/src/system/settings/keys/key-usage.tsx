import { addDays, formatDay } from '@aisle/contract/core/dates';
import { formatCount } from '@aisle/contract/core/pluralize';
import { type ApiKeyUsage, apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { LineChart } from '../../../ui/chart/line-chart.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { DateText } from '../../../ui/values/values.tsx';

type Calls = ApiKeyUsage['calls'][number];
type KeyError = ApiKeyUsage['errors'][number];
const days = 30;

/** The calls of a key by day and route, and its last errors. */
export function KeyUsage({ id }: { id: string }) {
  const query = useQuery({ ...read(apiKeyRoutes.usage, { params: { id } }), meta: { quiet: true } });
  const { data, error } = query;
  if (error && !data) return <ErrorState error={error} retry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={320} className="after-a-while" />;
  return (
    <>
      <Panel title="Calls in the last 30 days">
        {data.calls.length === 0 ? (
          <Text c="dimmed">No calls yet.</Text>
        ) : (
          <Stack gap="md">
            <LineChart label="Calls by day" points={pointsOf(data.calls)} format={formatCount} />
            <DataTable
              label="Calls by route"
              columns={routeColumns}
              rows={byRoute(data.calls)}
              rowKey={({ route }) => route}
            />
          </Stack>
        )}
      </Panel>
      <Panel title="Last errors">
        {data.errors.length === 0 ? (
          <Text c="dimmed">No errors.</Text>
        ) : (
          <DataTable
            label="Last errors"
            columns={errorColumns}
            rows={data.errors}
            rowKey={({ requestId }) => requestId}
          />
        )}
      </Panel>
    </>
  );
}

/** A point for each of the last days, in UTC, like the counts. */
function pointsOf(calls: readonly Calls[]) {
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(today, index - days + 1);
    const value = sumOf(calls.filter((made) => made.day === day)).calls;
    return {
      key: day,
      tick: formatDay(day).slice(0, 5),
      text: `${formatDay(day)} · ${formatCount(value)}`,
      value,
    };
  });
}

function byRoute(calls: readonly Calls[]) {
  const groups = Map.groupBy(calls, ({ route }) => route);
  return [...groups]
    .map(([route, made]) => ({ route, ...sumOf(made) }))
    .sort((one, other) => other.calls - one.calls);
}

const sumOf = (made: readonly Calls[]) => ({
  calls: made.reduce((sum, { calls }) => sum + calls, 0),
  errors: made.reduce((sum, { errors }) => sum + errors, 0),
});

const routeColumns: DataColumn<ReturnType<typeof byRoute>[number]>[] = [
  {
    header: 'Route',
    cell: ({ route }) => <code className="text-sm break-anywhere">{route}</code>,
    isRowHeader: true,
  },
  { header: 'Calls', cell: ({ calls }) => formatCount(calls), align: 'right' },
  { header: 'Errors', cell: ({ errors }) => formatCount(errors), align: 'right' },
];
const errorColumns: DataColumn<KeyError>[] = [
  { header: 'Time', cell: ({ at }) => <DateText value={at} withTime />, isRowHeader: true },
  { header: 'Route', cell: ({ route }) => <code className="text-sm break-anywhere">{route}</code> },
  {
    header: 'Error',
    cell: ({ status, code, fields }) => (
      <>
        {status} <code className="text-sm break-anywhere">{code}</code>
        {fields.length > 0 && ` (${fields.join(', ')})`}
      </>
    ),
  },
];
