import { requiredText } from '@aisle/contract/core/fields';
import {
  type PromotionGoodsImportField,
  promotionGoodsImportTable,
  selections,
} from '@aisle/contract/sales/promotions/promotion-goods-import';
import type { PromotionGoods } from '@aisle/contract/sales/promotions/promotion-terms';
import { hasAllGoods } from '@aisle/contract/sales/promotions/promotion-text';
import { keyOfRows } from '@aisle/contract/system/imports/import-fields';
import { barcode, sku } from '../../../catalog/product-imports/reading/cell-readers.ts';
import { codeKey } from '../../../catalog/product-imports/reading/code-key.ts';
import type { Tx } from '../../../core/db/db.ts';
import { announce } from '../../../core/live-events.ts';
import type { ImportContext, UndoResult, WrittenRow } from '../../../system/imports/imported-resource.ts';
import type { ImportPlan } from '../../../system/imports/imports.queries.ts';
import { type ReadCell, text, word } from '../../../system/imports/reading/cell-readers.ts';
import {
  type Found,
  type RecordResult,
  type RecordRow,
  recordImport,
  type StoredRecord,
} from '../../../system/imports/record-import.ts';
import { subProductsByCode } from '../../../warehouse/located-imports/located.queries.ts';
import { changePromotion } from '../promotions.service.ts';
import { lockPromotions, type NumberedPromotion, promotionsNumbered } from './goods-import.queries.ts';

/** Whether a promotion names an item, as `selection` of a row. Null if it doesn't. */
type Selection = 'include' | 'exclude' | null;
/** The ID is that of the sub-product. */
type StoredItem = StoredRecord<PromotionGoodsImportField> & { promotionId: string };
type Row = RecordRow<PromotionGoodsImportField>;
type Result = RecordResult<PromotionGoodsImportField, StoredItem>;

/** The most items of a list, as the contract limits them. */
const maxItems = 2000;

const cells: Record<PromotionGoodsImportField, ReadCell> = {
  promotion: { read: text(requiredText('Promotion', 50)) },
  sku: { read: sku },
  barcode: { read: barcode },
  selection: {
    read: word(
      Object.fromEntries(selections.map((one) => [one, one])),
      `Use ${selections.slice(0, 2).join(', ')} or ${selections[2]}`,
    ),
  },
};

/** Imports the items of promotions. A row is a sub-product of a promotion. */
export const promotionGoodsImport = recordImport<PromotionGoodsImportField, StoredItem>({
  kind: 'promotionGoods',
  title: 'Promotion items',
  noun: 'sub-product',
  table: promotionGoodsImportTable,
  cells,
  find,
  nameOf: () => null,
  write,
  undo,
  announce: (tx) => announce(tx, { topic: 'promotions', action: 'imported', permission: 'promotion_list' }),
  conflicts: {
    import: 'Conflicts with a promotion that was changed during the import',
    undo: 'Changed since the import',
  },
});

const selectionIn = ({ subProductIds, exclude }: PromotionGoods, id: string): Selection =>
  exclude.subProductIds.includes(id) ? 'exclude' : subProductIds.includes(id) ? 'include' : null;

/** The goods with the selection of some items changed. */
function select(goods: PromotionGoods, wanted: ReadonlyMap<string, Selection>): PromotionGoods {
  const others = (ids: readonly string[]) => ids.filter((id) => !wanted.has(id));
  const chosen = (selection: Selection) => [...wanted].filter(([, to]) => to === selection).map(([id]) => id);
  return {
    ...goods,
    subProductIds: [...others(goods.subProductIds), ...chosen('include')],
    exclude: {
      ...goods.exclude,
      subProductIds: [...others(goods.exclude.subProductIds), ...chosen('exclude')],
    },
  };
}

/** The items of a promotion after an import, or the reason that it isn't possible. */
function goodsProblem(before: PromotionGoods, after: PromotionGoods): string | null {
  if (Math.max(after.subProductIds.length, after.exclude.subProductIds.length) > maxItems) {
    return `A promotion names at most ${maxItems.toLocaleString('en-US')} sub-products`;
  }
  return hasAllGoods(after) && !hasAllGoods(before)
    ? 'Without its last item, the promotion would apply to all items'
    : null;
}

const wantedOf = ({ values: { selection = 'include' } }: Row): Selection =>
  selection === 'remove' ? null : (selection as Selection);
/** "V-1001" and "1001" are the same promotion. */
const digitsOf = ({ values: { promotion } }: Row): string | undefined =>
  /^v?[\s-]*(\d{1,18})$/i.exec(String(promotion ?? ''))?.[1];

async function find(
  tx: Tx,
  rows: readonly Row[],
  { mapping, options }: ImportPlan,
): Promise<Found<PromotionGoodsImportField, StoredItem>[]> {
  const key = keyOfRows(promotionGoodsImportTable, mapping, options);
  const codeOf = ({ values }: Row) => {
    const code = values[key];
    return typeof code === 'string' ? codeKey(key, code) : '';
  };
  const items = await subProductsByCode(tx, key, rows.map(codeOf).filter(Boolean));
  const numbers = [...new Set(rows.flatMap((row) => digitsOf(row) ?? []))];
  const promotions = new Map(
    (await promotionsNumbered(tx, numbers)).map((promotion) => [promotion.digits, promotion]),
  );
  const promotionOf = (row: Row) => promotions.get(digitsOf(row)?.replace(/^0+/, '') ?? '');
  const problems = problemsOf(rows, (row) => ({ item: items.get(codeOf(row)), promotion: promotionOf(row) }));
  return rows.map((row) => {
    const [item, promotion] = [items.get(codeOf(row)), promotionOf(row)];
    const wrong = (message: string) => ({
      unique: [],
      problems: [
        { column: mapping.promotion ?? null, value: String(row.values.promotion ?? '') || null, message },
      ],
    });
    // The comparison reports an item that wasn't found.
    if (!item) return { unique: [] };
    if (row.values.promotion === undefined) return wrong('Promotion is required');
    if (!promotion) return wrong('No promotion has this number');
    if (promotion.status === 'ended') return wrong('This promotion has ended');
    const problem = problems.get(promotion.id);
    if (problem) return wrong(problem);
    const selection = selectionIn(promotion.goods, item.id);
    return {
      stored: {
        id: item.id,
        version: null,
        promotionId: promotion.id,
        sku: item.sku,
        name: `${item.name} · ${promotion.number}`,
        values: { promotion: null, sku: null, barcode: null, selection },
      },
      unique: [{ label: `SKU of ${promotion.number}`, value: item.sku }],
      values: { selection: wantedOf(row) },
    };
  });
}

/** The problems of each promotion with all rows together. */
function problemsOf(
  rows: readonly Row[],
  find: (row: Row) => { item: { id: string } | undefined; promotion: NumberedPromotion | undefined },
): Map<string, string> {
  const wanted = new Map<NumberedPromotion, Map<string, Selection>>();
  for (const row of rows) {
    const { item, promotion } = find(row);
    if (!item || !promotion) continue;
    const items = wanted.get(promotion) ?? new Map<string, Selection>();
    wanted.set(promotion, items.set(item.id, wantedOf(row)));
  }
  return new Map(
    [...wanted].flatMap(([{ id, goods }, items]) => {
      const problem = goodsProblem(goods, select(goods, items));
      return problem ? [[id, problem]] : [];
    }),
  );
}

/** Saves changed items, as an edit of each promotion. */
async function save(
  { tx, actor }: ImportContext,
  { id, version, goods }: NumberedPromotion,
  wanted: ReadonlyMap<string, Selection>,
): Promise<void> {
  if (wanted.size > 0) await changePromotion(tx, actor, id, { goods: select(goods, wanted), version });
}

async function write(context: ImportContext, results: readonly Result[]): Promise<void> {
  const changed = results.filter(({ kind }) => kind === 'changed');
  const byPromotion = Map.groupBy(changed, ({ stored }) => stored!.promotionId);
  for (const promotion of await lockPromotions(context.tx, [...byPromotion.keys()])) {
    const rows = byPromotion.get(promotion.id)!;
    const wanted = rows.map(
      ({ stored, source }) => [stored!.id, source!.values.selection as Selection] as const,
    );
    await save(context, promotion, new Map(wanted));
    for (const result of rows) {
      result.written = { recordId: result.stored!.id, version: null, promotionId: promotion.id };
    }
  }
}

/** Restores the items whose selection is still that of the import. */
async function undo(context: ImportContext, rows: readonly WrittenRow[]): Promise<UndoResult[]> {
  const byPromotion = Map.groupBy(rows, ({ promotionId }) => promotionId!);
  const promotions = new Map(
    (await lockPromotions(context.tx, [...byPromotion.keys()])).map((promotion) => [promotion.id, promotion]),
  );
  const results: UndoResult[] = [];
  for (const [id, written] of byPromotion) {
    const promotion = promotions.get(id);
    const wanted = new Map<string, Selection>();
    for (const { row, recordId, changes } of written) {
      const change = changes.find(({ field }) => field === 'selection');
      const reason = !promotion
        ? 'Deleted since the import'
        : promotion.status === 'ended'
          ? 'The promotion has ended'
          : selectionIn(promotion.goods, recordId!) === change?.after
            ? null
            : 'Changed since the import';
      if (reason === null) wanted.set(recordId!, change!.before as Selection);
      results.push({ row, undo: reason === null ? 'undone' : 'kept', reason });
    }
    if (promotion) await save(context, promotion, wanted);
  }
  return results;
}
