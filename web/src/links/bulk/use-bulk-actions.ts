import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { otherPermissions, type Route } from '@aisle/contract/core/route';
import { type BulkAction, type BulkActionRun, bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { resourcesChangedBy } from '@aisle/contract/system/live/events';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { invalidate, useWrite } from '../../core/api.ts';
import { notifyError, notifySuccess, offerToOpen, offerUndo, withoutToast } from '../../core/notice.tsx';
import { type Session, useSignedIn } from '../../core/session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import type { BulkAction as ListAction } from '../../ui/list/rows/row.ts';
import { allText } from '../../ui/list/rows/select-rows.tsx';

/** The rows of a list that an action changes: the selected ones, or all of its search and filters. */
export type BulkTarget<Row> = readonly Row[] | 'all';

/** An action on the rows of the list, or on those that another list reads by the same IDs. */
export type ActionOn<Row> = BulkAction<Row> | (BulkAction & { target: Route });

type ListShown = Parameters<typeof allText>[0] & {
  body: { search?: string | undefined; filters: object };
};

interface Asking<Row> {
  /** Asks before selected rows are changed. All rows are never changed without a question. */
  ask?: (rows: readonly Row[]) => Promise<boolean>;
  /** Replaces the action, for one that lets the user choose something. */
  choose?: (target: BulkTarget<Row>) => void;
  /** Why it is impossible for all of these rows, whatever the user chooses. */
  problemOf?: ((rows: readonly Row[]) => string | undefined) | undefined;
  /** Replaces the action on all rows. */
  runAll?: () => Promise<unknown>;
}

/** Runs bulk actions of a list on the server, and reports their results. */
export function useBulkActions<Row extends { _id: string }>(list: ListShown) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useSignedIn();
  const running = useWrite(bulkActionRoutes.run);
  const undoing = useWrite(bulkActionRoutes.undo);
  const { search, filters } = list.body;

  const open = ({ _id }: BulkActionRun) => navigate({ to: '/bulk-actions/$id', params: { id: _id } });

  async function run(
    action: ActionOn<Row>,
    of: BulkTarget<Row>,
    input: Record<string, unknown> = {},
  ): Promise<void> {
    const target =
      of === 'all'
        ? { filters, ...(search && { search }) }
        : { ids: changeable(action, of, input).map(({ _id }) => _id) };
    const done = await running.mutateAsync({ params: { name: action.name }, body: { target, input } });
    await report(action, done);
  }

  /** Opens the progress of a job; otherwise tells the result. */
  async function report(action: ActionOn<Row>, done: BulkActionRun): Promise<void> {
    await invalidate(client, (action.route.changes ?? []).flatMap(resourcesChangedBy));
    if (done.state === 'changing' || done.state === 'undoing') return open(done);
    const { changed, refused, undone, kept } = done.counts;
    if (done.state === 'undone') {
      const text = `Undone for ${pluralize(undone, action.one, action.many)}`;
      if (kept > 0) offerToOpen(`${text}. ${reasonsOf(done)}`, () => void open(done));
      else notifySuccess(text);
    } else if (refused > 0 && done.total === 1) notifyError(reasonsOf(done));
    else if (refused > 0)
      offerToOpen(`${summaryOf(action, done)}. ${reasonsOf(done)}`, () => void open(done));
    else if (changed > 0 && done.canUndo) offerUndo(summaryOf(action, done), () => undo(action, done));
    else notifySuccess(summaryOf(action, done));
  }

  const undo = async (action: ActionOn<Row>, { _id }: BulkActionRun): Promise<void> =>
    report(action, await withoutToast(() => undoing.mutateAsync({ params: { id: _id } })));

  async function runAll(action: ActionOn<Row>): Promise<boolean> {
    const isSure = await confirm({
      title: `${action.label} ${allText(list)} ${action.many}?`,
      text: `Every one that matches the search and filters of this list, on all pages.${action.undo && !action.deletes ? ' You can undo it afterwards.' : ''}`,
      confirm: action.label,
      danger: action.deletes === true,
    });
    if (isSure) await run(action, 'all');
    return isSure;
  }

  /** The action in the bar of selected rows; none without its permission. */
  function actionFor(action: ActionOn<Row>, { ask, choose, ...own }: Asking<Row> = {}): ListAction<Row>[] {
    if (!mayCall(session, action.route)) return [];
    const opened = (target: BulkTarget<Row>) => {
      choose?.(target);
      return Promise.resolve(false);
    };
    return [
      {
        label: choose ? `${action.label}…` : action.label,
        ...(action.deletes && { danger: true }),
        problemOf: own.problemOf ?? ((rows) => (choose ? undefined : problemOf(action, rows))),
        run: async (rows) => {
          if (choose) return opened(rows);
          if (ask && !(await ask(rows))) return false;
          return run(action, rows);
        },
        runAll: own.runAll ?? (() => (choose ? opened('all') : runAll(action))),
      },
    ];
  }
  return { run, actionFor, isRunning: running.isPending };
}

/** Whether the user has the permissions of a route. The server decides; this only hides what it would reject. */
function mayCall({ permissions, user }: Session, route: Route): boolean {
  const sufficient = [route.permission, ...otherPermissions(route)];
  return (
    sufficient.some((one) => permissions.has(one as never)) &&
    (!route.alsoNeeds || permissions.has(route.alsoNeeds)) &&
    !(route.everywhere && user.userType === 'store')
  );
}

/** The rows that the action changes, as far as the list tells. */
function changeable<Row>(action: ActionOn<Row>, rows: readonly Row[], input: object): readonly Row[] {
  // The rows of another list don't tell.
  if (action.target) return rows;
  // Only the action knows the type of its input.
  const given = (row: Row) => [row as never, input as never] as const;
  return rows.filter((row) => !action.isDone(...given(row)) && !action.refusal?.(...given(row)));
}

/** Why the action would change none of these rows. */
function problemOf<Row>(action: ActionOn<Row>, rows: readonly Row[]): string | undefined {
  if (rows.length === 0 || changeable(action, rows, {}).length > 0) return undefined;
  const isDone = rows.every((row) => action.isDone(row as never, {} as never));
  return isDone ? `Already ${action.done}` : `None can be ${action.done}`;
}

function summaryOf({ one, many, done }: BulkAction, { counts, total: all }: BulkActionRun): string {
  const total = all ?? 0;
  if (counts.changed === total) return `${pluralize(total, one, many)} ${done}`;
  return `${formatCount(counts.changed)} of ${pluralize(total, one, many)} ${done}`;
}

const reasonsOf = ({ reasons }: BulkActionRun): string => reasons.map(({ reason }) => reason).join('. ');
