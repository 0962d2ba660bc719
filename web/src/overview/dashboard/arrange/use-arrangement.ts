import type { BlockName } from '@aisle/contract/overview/dashboard';
import { setPreference, usePreference } from '../../../core/preferences/user-preferences.ts';
import { moved } from '../../../ui/form/reorder.ts';
import { arranged } from './layout.ts';

/** Which of the possible blocks a person shows, and in which order: kept with the person. */
export function useArrangement(possible: readonly BlockName[]) {
  const hidden: readonly string[] = usePreference('hiddenBlocks') ?? [];
  const order: readonly string[] = usePreference('blockOrder') ?? [];
  const blocks = arranged(possible, order);
  const shown = blocks.filter((name) => !hidden.includes(name));
  const setOrder = (next: readonly BlockName[]) => {
    // Blocks that aren't possible here, such as those of other periods, keep their place.
    const others = order.filter((name) => !next.some((one) => one === name));
    setPreference('blockOrder', [...next, ...others]);
  };
  return {
    blocks,
    shown,
    hidden,
    toggle: (name: BlockName) =>
      setPreference(
        'hiddenBlocks',
        hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name],
      ),
    setOrder,
    /** Takes the place of the shown block before or behind; nothing where there is none. */
    mover: (name: BlockName, step: 1 | -1) => {
      const other = shown[shown.indexOf(name) + step];
      if (!other) return undefined;
      return () => setOrder(moved(blocks, blocks.indexOf(name), blocks.indexOf(other)));
    },
    showAll: () => setPreference('hiddenBlocks', undefined),
    reset: () => {
      setPreference('hiddenBlocks', undefined);
      setPreference('blockOrder', undefined);
    },
  };
}
