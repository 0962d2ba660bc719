import type { Picture } from '@aisle/contract/core/fields';
import type { ItemNames } from '@aisle/contract/core/item-name';
import { useDebouncedValue, useMergedRef } from '@mantine/hooks';
import { keepPreviousData, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { exactMatch } from '../../core/exact-match.ts';
import { beep } from '../../ui/scan/beep.ts';

export interface FoundItem extends ItemNames {
  sku: string;
  barcode: string | null;
  picture?: Picture | null | undefined;
}
export interface ItemSearchProps<Item extends FoundItem> {
  label: string;
  description?: string | undefined;
  /** Reads the items that match a text, best first. */
  ask: (search: string) => Pick<UseQueryOptions<Item[]>, 'queryKey' | 'queryFn'>;
  onItem: (item: Item) => void;
  /** The second line of an item, besides its SKU, and the text at its right. */
  note?: (item: Item) => string;
  detail?: (item: Item) => ReactNode;
  /** Receives unknown codes. Without it, they are listed here until the user closes the list. */
  onUnknown?: (code: string) => void;
  /** Lists items before anything is typed. */
  suggests?: boolean;
  /** The text that the user typed elsewhere, to search for at once. */
  firstText?: string;
  inputRef?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
  disabled?: boolean;
}

const firstShown = 8;

/** The text, results and keyboard of a search for items. */
export function useItemSearch<Item extends FoundItem>(props: ItemSearchProps<Item>) {
  const { ask, onItem, suggests = false, disabled = false, firstText = '' } = props;
  const [text, setText] = useState(firstText);
  const [isOpen, setOpen] = useState(suggests || firstText !== '');
  const [showsAll, setShowsAll] = useState(false);
  const [at, setAt] = useState(0);
  const [search] = useDebouncedValue(text.trim(), 200);
  const unknown = useUnknownCodes(props.onUnknown);
  const codes = useCodes(ask);
  const field = useRef<HTMLInputElement>(null);
  const asks = text.trim() !== '' || suggests;
  const query = useQuery({
    ...ask(search),
    enabled: !disabled && (search !== '' || suggests),
    placeholderData: keepPreviousData,
  });
  const isCurrent = search === text.trim() && query.isSuccess && !query.isPlaceholderData;
  const found = asks && isOpen ? (query.data ?? []) : [];
  const shown = showsAll ? found : found.slice(0, firstShown);

  function type(next: string): void {
    setText(next);
    setOpen(true);
    setShowsAll(false);
    setAt(0);
  }
  function take(item: Item): void {
    type('');
    onItem(item);
  }
  /** A complete code from a scanner or camera. */
  async function takeCode(code: string): Promise<void> {
    const wanted = code.trim();
    if (wanted === '') return;
    setText('');
    const items = await codes(wanted);
    // A toast has reported the error.
    if (!items) return setText(wanted);
    const item = exactMatch(items, wanted) ?? (items.length === 1 ? items[0] : undefined);
    if (item) {
      beep('yes');
      unknown.remove(wanted);
      onItem(item);
    } else if (items.length > 0) setText((now) => now || wanted);
    else {
      beep('no');
      unknown.add(wanted);
    }
  }
  function enter(): void {
    const item = isCurrent && shown.length > 0 ? (exactMatch(found, text) ?? shown[at]) : undefined;
    if (item) take(item);
    else void takeCode(text);
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') enter();
    else if (event.key === 'Escape' && text) setText('');
    else return;
    if (event.key === 'ArrowDown' && at + 1 >= firstShown) setShowsAll(true);
    event.preventDefault();
    event.stopPropagation();
  }
  return {
    id: useId(),
    ref: useMergedRef(field, props.inputRef ?? null),
    text,
    shown,
    hidden: found.length - shown.length,
    at,
    /** The text, if no item matches it. */
    nothing: isCurrent && isOpen && search !== '' && found.length === 0 ? search : '',
    isLooking: asks && query.isFetching,
    unknown: unknown.codes,
    forgetUnknown: unknown.clear,
    type,
    take,
    takeCode,
    onKey,
    point: setAt,
    showAll: () => setShowsAll(true),
    open: () => setOpen(true),
    // Suggestions stay, because the user came for them.
    close: () => setOpen(suggests),
  };
}

/** Looks up all items of a code and caches successful results. */
function useCodes<Item extends FoundItem>(ask: ItemSearchProps<Item>['ask']) {
  const client = useQueryClient();
  return (code: string): Promise<Item[] | undefined> =>
    client
      .fetchQuery<Item[]>({
        ...ask(code),
        // An item with an unknown code can have been added since.
        staleTime: ({ state }) => (state.data?.length ? 5 * 60_000 : 0),
      })
      .catch(() => undefined);
}

/** Codes that matched nothing, unless the caller keeps them. */
function useUnknownCodes(onUnknown: ((code: string) => void) | undefined) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  return {
    codes,
    add: (code: string) =>
      onUnknown ? onUnknown(code) : setCodes((before) => [...new Set([...before, code])]),
    remove: (code: string) => setCodes((before) => before.filter((one) => one !== code)),
    clear: () => setCodes([]),
  };
}
