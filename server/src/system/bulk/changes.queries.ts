import type { BulkEditPage } from '@aisle/contract/catalog/bulk-edits';
import type { Page } from '@aisle/contract/core/page';
import type { JobStatus } from '@aisle/contract/system/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import type { BulkState, OutcomeCounts } from './bulk.queries.ts';

/** A change of many records, as lists show it for every kind. */
export interface ChangeRead<About> {
  _id: string;
  title: string;
  state: BulkState;
  /** Details of the request `b` that this kind shows. */
  about: About;
  /** Null until the rows are counted. */
  rowCount: number | null;
  counts: OutcomeCounts;
  jobId: string | null;
  jobStatus: JobStatus | null;
  createdAt: string;
  createdBy: string | null;
}
type Row<About> = Omit<ChangeRead<About>, 'counts'> & { counts: Partial<OutcomeCounts> };

/** A kind of change, and the details of a request `b` that it shows. */
export interface Changes<About> {
  /** One kind, or several that are shown together. */
  kind: string | readonly string[];
  about: RawBuilder<About>;
}

const ofKind = (tx: Tx, kind: string | readonly string[]) =>
  tx.selectFrom('bulk_changes as b').where('b.kind', 'in', [kind].flat());
const columns = <About>(about: RawBuilder<About>) =>
  [
    'b.id as _id',
    'b.title',
    'b.row_count as rowCount',
    'b.created_at as createdAt',
    'b.job_id as jobId',
    about.as('about'),
    sql<BulkState>`b.state`.as('state'),
    sql<Partial<OutcomeCounts>>`b.counts`.as('counts'),
    sql<JobStatus | null>`(SELECT j.status FROM jobs j WHERE j.id = b.job_id)`.as('jobStatus'),
    sql<string | null>`(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = b.created_by)`.as(
      'createdBy',
    ),
  ] as const;

/** All rows count as waiting until a job has counted them. */
const toChange = <About>({ counts, ...row }: Row<About>): ChangeRead<About> => ({
  ...row,
  counts: { waiting: row.rowCount ?? 0, changed: 0, same: 0, refused: 0, undone: 0, kept: 0, ...counts },
});

export function listChanges<About>(
  tx: Tx,
  { kind, about }: Changes<About>,
  request: BulkEditPage,
): List<Page<ChangeRead<About>>> {
  const { search, filters, sort } = request;
  let filtered = ofKind(tx, kind);
  if (search) filtered = filtered.where(hasWords(search, 'b.title'));
  if (filters.state) filtered = filtered.where('b.state', '=', filters.state);
  return listOf(tx, filtered, {
    request,
    sort: { columns: [sql.ref('b.created_at'), sql.ref('b.id')], direction: sort?.order ?? 'desc' },
    select: (query) => query.select(columns(about)),
  }).mapRows((row) => toChange(row as Row<About>));
}

/** `what` names the change in the error if it doesn't exist. */
export async function getChange<About>(
  tx: Tx,
  { kind, about }: Changes<About>,
  id: string,
  what: string,
): Promise<ChangeRead<About>> {
  const row = await ofKind(tx, kind).select(columns(about)).where('b.id', '=', id).executeTakeFirst();
  return toChange(mustFind(row as Row<About> | undefined, what));
}
