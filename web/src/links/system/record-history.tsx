import { type AuditEntry, auditRoutes, type HistoryResource, historyOf } from '@aisle/contract/system/audit';
import { ActionIcon, Drawer, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readPages } from '../../core/api.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { MoreButton } from '../../ui/feedback/more-button.tsx';
import type { RowAction } from '../../ui/list/rows/row.ts';
import { type FieldChange, fieldChanges } from '../../ui/record/record-changes.ts';
import { DateText } from '../../ui/values/values.tsx';
import { historyDeed, shownValue } from './audit-labels.ts';
import classes from './record-history.module.css';

interface HistoryButtonProps {
  /** The resource in the log: 'brands'. */
  resource: HistoryResource;
  id: string;
  /** The name of the record in sentences. */
  name: string | null;
}

/** Opens the changes of a record, for users who can view them. */
export function HistoryButton({ resource, id, name }: HistoryButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useCanReadHistory(resource)) return null;
  return (
    <>
      <Tooltip label="History">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="History"
          onClick={() => setOpen(true)}
        >
          <IconHistory size={20} />
        </ActionIcon>
      </Tooltip>
      {isOpen && <HistoryDrawer resource={resource} id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function useCanReadHistory(resource: HistoryResource): boolean {
  const { permission, ofLocations } = historyOf(resource)!;
  const isOfLocations = useSignedIn().user.locations.length > 0;
  return useCan(permission) && (!isOfLocations || ofLocations === true);
}

interface RowHistory<Row> {
  /** Empty for users who can't view the history. */
  actionsFor: (row: Row) => RowAction[];
  drawer: ReactNode;
}
/** The same for the rows of a list, opened by their menu. */
export function useRowHistory<Row extends { _id: string }>(
  resource: HistoryResource,
  nameOf: (row: Row) => string,
): RowHistory<Row> {
  const [shown, setShown] = useState<Row | null>(null);
  const may = useCanReadHistory(resource);
  return {
    actionsFor: (row) => (may ? [{ label: 'History', onClick: () => setShown(row) }] : []),
    drawer: shown && (
      <HistoryDrawer resource={resource} id={shown._id} name={nameOf(shown)} onClose={() => setShown(null)} />
    ),
  };
}

function HistoryDrawer({ onClose, ...record }: HistoryButtonProps & { onClose: () => void }) {
  const title = record.name ? `History of ${record.name}` : 'History';
  return (
    <Drawer opened onClose={onClose} position="right" size={560} title={title}>
      <RecordHistory {...record} />
    </Drawer>
  );
}

function RecordHistory({ resource, id, name }: HistoryButtonProps) {
  const params = { name: resource, id };
  const query = useInfiniteQuery({
    ...readPages(auditRoutes.history, (at) => ({ params, body: { limit: 25, ...at } })),
    // Always loads again: entries written in the meantime appear the next time it opens.
    staleTime: 0,
  });
  return (
    <HistoryPages
      query={query}
      deed={(entry) => historyDeed(entry, name)}
      changes={(entry) => (entry.action === 'create' ? [] : changesOf(entry, resource, id))}
    />
  );
}

interface HistoryPagesProps extends Omit<HistoryListProps, 'entries'> {
  query: UseInfiniteQueryResult<InfiniteData<{ records: readonly AuditEntry[] }>>;
}
/** The latest entries of a history, and earlier ones on request. */
export function HistoryPages({ query, ...words }: HistoryPagesProps) {
  const entries = query.data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={120} className="after-a-while" />}
      {query.data && entries.length === 0 && <Text c="dimmed">No changes yet.</Text>}
      <HistoryList entries={entries} {...words} />
      <MoreButton query={query}>Show earlier</MoreButton>
    </>
  );
}

interface HistoryListProps {
  entries: readonly AuditEntry[];
  /** Describes the action: "changed the price". */
  deed: (entry: AuditEntry) => ReactNode;
  changes: (entry: AuditEntry) => readonly FieldChange[];
}
/** The changes of a record in reverse chronological order: each field before and after. */
export function HistoryList({ entries, deed, changes }: HistoryListProps) {
  return (
    <ol className={`plain-list grid gap-4 mb-3 ${classes.list}`}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <div className={classes.head}>
            <span>
              <bdi className="medium">{entry.actorName}</bdi> {deed(entry)}
            </span>
            <DateText value={entry.at} withTime />
          </div>
          <Changes entry={entry} changes={changes(entry)} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ entry, changes }: { entry: AuditEntry; changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className={`grid gap-1 text-sm ${classes.changes}`}>
      {changes.map(({ path, label, before, after, isSummary }) => (
        <div key={path}>
          <dt>{label}</dt>
          <dd>
            {!isSummary && before !== undefined && (
              <>
                <bdi className={classes.was}>{shownValue(entry.resource, path, before)}</bdi>
                <span className={classes.became}> became </span>
              </>
            )}
            <bdi>{shownValue(entry.resource, path, after)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface WithVariants {
  subProducts?: { _id: string }[];
}
/** Fields that only the log shows, because IDs mean nothing to users. */
const ofIds = /(^|\.)(_id|\w+Ids?)$/;

/** For an entry about a product with its variants, returns the changes of this variant. */
function changesOf(entry: AuditEntry, resource: HistoryResource, id: string): FieldChange[] {
  if (entry.resource === resource) return fieldChanges(entry).filter(({ path }) => !ofIds.test(path));
  const [before, after] = [entry.before, entry.after].map((side) =>
    (side as WithVariants | null)?.subProducts?.find(({ _id }) => _id === id),
  );
  return before && after ? fieldChanges({ before, after }) : [];
}
