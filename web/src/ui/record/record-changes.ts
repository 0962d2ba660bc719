import { pluralize } from '@aisle/contract/core/pluralize';
import type { AuditEntry } from '@aisle/contract/system/audit';
import { changedPaths, fieldLabel, valueAt } from '../form/changes.ts';

export interface FieldChange {
  path: string;
  label: string;
  before: unknown;
  after: unknown;
  /** `after` describes the change, such as "3 pictures added"; there is no previous value. */
  isSummary?: true;
}
/** Fields that the entry itself shows, or that no user edits. */
const bookkeeping = new Set([
  '_id',
  'version',
  'createdAt',
  'updatedAt',
  'slug',
  'picture',
  'available',
  'productCount',
]);
/** IDs whose names other fields contain: `brandId` and `brandData`. */
const named = new Set(['brandId', 'categoryId']);
/** URLs of pictures are signed again for every response. */
const address = /\.(small|medium|large)$/;
/** The first picture of the record, or that of its product. */
const cover = /(^|\.)picture\./;

/** The changed fields; for a created or deleted record, all fields with a value. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  return changedPaths(before ?? {}, after ?? {})
    .filter((path) => path !== '' && !bookkeeping.has(path.split('.').at(-1) ?? ''))
    .filter((path) => !named.has(path) && !address.test(path) && !cover.test(path))
    .flatMap((path) => changesAt(path, valueAt(before ?? {}, path), valueAt(after ?? {}, path)));
}

function changesAt(path: string, before: unknown, after: unknown): FieldChange[] {
  const label = fieldLabel(path.replace(/Data(\.name)?$/, ''));
  if (isList(before, isVersioned) && isList(after, isVersioned)) return recordChanges(path, before, after);
  if (isList(before, isPicture) && isList(after, isPicture) && before.length + after.length > 0) {
    const text = picturesText(before, after);
    return text ? [{ path, label: 'Pictures', before: undefined, after: text, isSummary: true }] : [];
  }
  return [{ path, label, before, after }];
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isVersioned = (value: unknown): value is Fields =>
  isObject(value) && typeof value._id === 'string' && typeof value.version === 'number';
interface Shown {
  _id: string;
  alt: string;
}
const isPicture = (value: unknown): value is Shown =>
  isObject(value) && typeof value.alt === 'string' && typeof value.small === 'string';
const isList = <One>(value: unknown, isOne: (one: unknown) => one is One): value is One[] =>
  Array.isArray(value) && value.every(isOne);

/** Compares lists of records record by record: "500 g · Price". */
function recordChanges(path: string, before: readonly Fields[], after: readonly Fields[]): FieldChange[] {
  const [was, is] = [before, after].map((side) => new Map(side.map((one) => [String(one._id), one])));
  const ids = new Set([...was!.keys(), ...is!.keys()]);
  return [...ids].flatMap((id) => {
    const [from, to] = [was!.get(id), is!.get(id)];
    const label = String((to ?? from)?.name ?? fieldLabel(path));
    const at = `${path}.${id}`;
    if (!from || !to) {
      return [{ path: at, label, before: undefined, after: from ? 'Removed' : 'Added', isSummary: true }];
    }
    return fieldChanges({ before: from, after: to }).map((change) => ({
      ...change,
      path: `${at}.${change.path}`,
      label: `${label} · ${change.label}`,
    }));
  });
}

/** "3 pictures added, 1 picture removed"; empty if only their URLs differ. */
function picturesText(before: readonly Shown[], after: readonly Shown[]): string {
  const ids = (side: readonly Shown[]) => side.map(({ _id }) => _id);
  const [was, is] = [ids(before), ids(after)];
  const added = is.filter((id) => !was.includes(id)).length;
  const removed = was.filter((id) => !is.includes(id)).length;
  if (added + removed === 0) {
    if (was.join() !== is.join()) return 'Reordered';
    return before.every(({ alt }, at) => alt === after[at]?.alt) ? '' : 'Alt text changed';
  }
  return [
    ...(added > 0 ? [`${pluralize(added, 'picture')} added`] : []),
    ...(removed > 0 ? [`${pluralize(removed, 'picture')} removed`] : []),
  ].join(', ');
}

/** The displayed text of a value. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
  if (Array.isArray(value)) {
    const texts = value.map(valueText);
    // "8 oz, Whole bean; 8 oz, Drip": names can contain commas.
    return texts.length === 0 ? '–' : texts.join(texts.some((text) => text.includes(',')) ? '; ' : ', ');
  }
  if (typeof value === 'object') {
    const { name, alt } = value as { name?: unknown; alt?: unknown };
    if (typeof name === 'string') return name;
    if (typeof alt === 'string') return alt || 'Picture';
    return JSON.stringify(value);
  }
  return String(value);
}
