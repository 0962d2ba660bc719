const defaultMessage = 'This is required';
/** Labels that are meaningless without the rest of the name: `intoId`, `otherId`, `orderedIds`. */
const vagueLabels = new Set(['Into', 'Other', 'Ordereds']);

/** "Product is required", for a value missing at `lines.0.productId`; "Lines are required" for a list of them. */
export function requiredAt(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((part) => typeof part === 'string');
  const label = name === undefined ? '' : labelOf(name);
  if (!label || vagueLabels.has(label)) return defaultMessage;
  return `${label} ${/[^su]s$/.test(label) ? 'are' : 'is'} required`;
}

/** 'Sub-product' of subProductId, 'Locations' of locationIds, 'IDs' of ids. */
function labelOf(name: string): string {
  if (name === 'ids') return 'IDs';
  if (name === '_id' || name === 'id') return 'ID';
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/Ids$/, 's')
    .replace(/Id$/, '')
    .replace(/xs$/, 'xes')
    .replace(/ys$/, 'ies')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
    .replace(/\bsub product/, 'sub-product');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
