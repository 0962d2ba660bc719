import type { CategoryRates } from '@aisle/contract/locations/location-rates';
import type { RateKind } from '@aisle/contract/locations/rate-rules';
import type { RowAction } from '../../../ui/list/rows/row.ts';
import type { Drafts } from './drafts.ts';

interface RateActionOptions {
  /** Those that may be changed. */
  kinds: readonly RateKind[];
  draft: ReturnType<Drafts['get']>;
  hasBelow: boolean;
  onPass: (kinds: readonly RateKind[], on: boolean) => void;
  onClear: (kinds: readonly RateKind[]) => void;
  onHistory: () => void;
}

/** What the menu of a category's row offers. */
export function rateActions(row: CategoryRates, options: RateActionOptions): RowAction[] {
  const { kinds, draft, hasBelow, onPass, onClear, onHistory } = options;
  const owned = kinds.filter((kind) => (draft?.[kind] ?? row[kind].own?.rate ?? null) !== null);
  return [
    ...(hasBelow && draft?.below
      ? [{ label: "Don't apply to subcategories", onClick: () => onPass(kinds, false) }]
      : []),
    ...(hasBelow && !draft?.below
      ? kinds.map((kind) => ({
          label: kind === 'tax' ? 'Apply tax to subcategories' : 'Apply commission to subcategories',
          onClick: () => onPass([kind], true),
        }))
      : []),
    ...(owned.length > 0 ? [{ label: 'Use inherited rate', onClick: () => onClear(owned) }] : []),
    { label: 'Planned and past rates', onClick: onHistory },
  ];
}
