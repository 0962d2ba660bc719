import { changeRoutes, type RecordChange } from '@aisle/contract/system/changes';
import { numberChanges } from '../src/core/changes/change-feed.ts';
import type { Person, Shop } from './shop.ts';

/** Numbers everything that was committed so far, unless it is invisible. Returns the present cursor of a person. */
export async function presentCursor(shop: Shop, person: Person): Promise<string> {
  for (;;) {
    const [before] = await shop.sql<{ last: string }>`SELECT coalesce(max(id), 0) AS last FROM changes`;
    await shop.look(numberChanges);
    // Another server may be numbering.
    const [after] = await shop.sql<{ isSeen: boolean }>`
      SELECT NOT EXISTS (SELECT FROM changes c, change_feed_state s
        WHERE c.id <= ${before!.last} AND NOT pg_visible_in_snapshot(c.transaction_id, s.seen)) AS "isSeen"`;
    if (after!.isSeen) return (await person.do(changeRoutes.list)).nextCursor;
  }
}

/** Everything that a person can read after a cursor. */
export async function changesAfter(
  shop: Shop,
  person: Person,
  cursor: string,
  query: Record<string, string> = {},
): Promise<RecordChange[]> {
  await presentCursor(shop, person);
  const found: RecordChange[] = [];
  for (let next = cursor; ; ) {
    const { changes, nextCursor, hasMore } = await person.do(changeRoutes.list, {
      query: { ...query, cursor: next },
    });
    found.push(...changes);
    next = nextCursor;
    if (!hasMore) return found;
  }
}
