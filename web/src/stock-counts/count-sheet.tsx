import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type CountItem, stockCountRoutes } from '@aisle/contract/stock-counts';
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, read } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { useSignedIn } from '../core/session.ts';
import { ScanSelect } from '../sub-products/scan-select.tsx';
import { beep } from '../ui/beep.ts';
import { QuantityInput } from '../ui/form/inputs.tsx';
import { useDraft } from '../ui/form/use-draft.ts';
import { Loaded } from '../ui/loaded.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { takesCounts } from './count-stage.ts';
import { ItemState } from './count-status.tsx';
import { type CountDraft, type Pending, settled, withPending } from './pending-counts.ts';
import { ShelfLine } from './shelf-line.tsx';
import classes from './stock-counts.module.css';

interface Chosen {
  _id: string;
  name: string;
  sku: string;
  unit: CountItem['subProductData']['unit'];
  soldByWeight: boolean;
}

export function CountSheet() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery({ ...read(stockCountRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={{ to: '/inventory/counts', label: 'Stock counts' }}>
      {(count) => (
        <Sheet
          key={count._id}
          id={count._id}
          number={count.number}
          locationId={count.locationId}
          isOpen={takesCounts(count)}
          isReviewed={count.status === 'review'}
          progress={`${count.counted.toLocaleString('en-US')} of ${count.items.toLocaleString('en-US')} counted`}
        />
      )}
    </Loaded>
  );
}

const shown = 50;

/** For the aisle: scan, say how many, on to the next. What is entered is sent at once, and kept here until it is. */
function Sheet({
  id,
  number,
  locationId,
  isOpen,
  isReviewed,
  progress,
}: {
  id: string;
  number: string;
  locationId: string;
  isOpen: boolean;
  /** Counting is finished: only what is asked for again is still taken. */
  isReviewed: boolean;
  progress: string;
}) {
  const { userId } = useSignedIn();
  const client = useQueryClient();
  const [draft, setDraft] = useDraft<CountDraft>(`count-${id}`, () => ({ pending: [] }));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [quantity, setQuantity] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [state, setState] = useState(isReviewed ? 'recount' : 'open');
  const scan = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const body = {
    limit: shown,
    // In the order of walking past them.
    sort: { field: 'shelf' as const, order: 'asc' as const },
    filters: { countId: id, ...(state !== 'all' && { state: state as CountItem['state'] }) },
  };
  const list = useQuery({
    ...read(stockCountRoutes.items, { body }),
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  const isSending = useRef(false);
  const { pending } = draft;

  // Whatever is waiting goes as soon as it can: at once, and again when the connection is back.
  useEffect(() => {
    if (pending.length === 0 || !isOpen) return undefined;
    const send = async () => {
      if (isSending.current) return;
      isSending.current = true;
      const batch = pending.slice(0, 100);
      try {
        await call(stockCountRoutes.enter, {
          params: { id },
          body: {
            entries: batch.map(({ subProductId, quantity: found }) => ({ subProductId, quantity: found })),
          },
        });
        setTrouble(undefined);
        setDraft((before) => ({ pending: settled(before.pending, batch) }));
        void client.invalidateQueries({ queryKey: ['inventory'] });
      } catch (problem) {
        setTrouble(isApiError(problem) ? problem.message : String(problem));
      } finally {
        isSending.current = false;
      }
    };
    void send();
    const timer = setInterval(() => void send(), 5000);
    return () => clearInterval(timer);
  }, [pending, isOpen, id, client, setDraft]);

  function take(item: Chosen): void {
    // The same item scanned again is one more of it.
    if (chosen?._id === item._id) {
      setQuantity((before) => (before ?? 0) + 1);
      scan.current?.focus();
      return;
    }
    if (chosen && quantity !== null && !Number.isNaN(quantity)) keep(chosen, quantity);
    setChosen(item);
    setQuantity(null);
    setError(undefined);
  }
  const chosenId = chosen?._id;
  useEffect(() => {
    if (chosenId) amount.current?.focus();
  }, [chosenId]);
  function keep(item: Chosen, found: number): void {
    const entry: Pending = {
      key: crypto.randomUUID(),
      subProductId: item._id,
      name: item.name,
      quantity: found,
    };
    setDraft((before) => ({ pending: withPending(before.pending, entry) }));
  }
  function save(): void {
    if (!chosen) return;
    if (quantity === null || Number.isNaN(quantity) || quantity < 0) {
      setError('Enter what you counted, or 0');
      return;
    }
    // The next item was scanned before this one was counted: nobody counts tens of millions of anything.
    if (quantity >= 10_000_000) {
      beep('no');
      setQuantity(null);
      setError('That was a barcode. Say how many of this there are first');
      return;
    }
    keep(chosen, quantity);
    setChosen(null);
    setQuantity(null);
    scan.current?.focus();
  }
  const mine = (item: CountItem) => item.entries.find((entry) => entry.userId === userId);

  return (
    <div className={classes.page}>
      <PageTitle
        title={`Count ${number}`}
        back={{ to: `/inventory/counts/${id}`, label: number }}
        badge={<span className={classes.small}>{progress}</span>}
      />
      {!isOpen && (
        <Alert color="gray" variant="default">
          <span className="sentence">
            {isReviewed ? 'Counting is finished.' : 'This count is over.'}{' '}
            <ScreenLink to={`/inventory/counts/${id}`}>See what it found</ScreenLink>
          </span>
        </Alert>
      )}
      {isOpen && isReviewed && (
        <Alert color="gray" variant="default">
          Counting is finished. Only what is to be counted again is still taken.
        </Alert>
      )}
      {isOpen && (
        <section className={classes.entry} aria-label="What you count">
          <ScanSelect inputRef={scan} onItem={take} />
          {chosen && (
            <form
              className={classes.amount}
              onSubmit={(event) => {
                event.preventDefault();
                save();
              }}
            >
              <div className={classes.chosen} role="status">
                <b>{chosen.name}</b>
                <span className={classes.small}>{chosen.sku}</span>
                <ShelfLine key={chosen._id} countId={id} locationId={locationId} subProductId={chosen._id} />
              </div>
              <QuantityInput
                key={chosen._id}
                ref={amount}
                label="There are"
                size="md"
                unit={countedIn(chosen)}
                value={quantity}
                onChange={(value) => {
                  setQuantity(value);
                  setError(undefined);
                }}
                error={error}
              />
              <Button type="submit" size="md">
                Save
              </Button>
            </form>
          )}
          {pending.length > 0 && (
            <Alert color={trouble ? 'red' : 'gray'} variant="light" role="status">
              {pending.length === 1 ? '1 count is' : `${pending.length} counts are`} waiting to be sent
              {trouble ? `: ${trouble}` : '…'} They are kept on this device.
            </Alert>
          )}
        </section>
      )}
      <SegmentedControl
        aria-label="Which items"
        value={state}
        onChange={setState}
        data={[
          { value: 'open', label: 'To count' },
          { value: 'recount', label: 'Again' },
          { value: 'counted', label: 'Counted' },
          { value: 'all', label: 'All' },
        ]}
      />
      <ul className={classes.items} aria-busy={list.isPending}>
        {list.data?.records.map((item) => (
          <li key={item._id}>
            <button
              type="button"
              className={classes.item}
              disabled={!isOpen}
              onClick={() => take({ ...item.subProductData })}
            >
              <span>
                <span className={classes.name}>{item.subProductData.name}</span>
                <span className={classes.small}>
                  {[item.shelf, item.subProductData.sku, item.categoryName].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className={classes.right}>
                {mine(item) && (
                  <b>{formatQuantity(mine(item)?.quantity ?? 0, countedIn(item.subProductData))}</b>
                )}
                {state !== item.state && <ItemState state={item.state} />}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.data && list.data.records.length === 0 && (
        <p className={classes.small}>{state === 'open' ? 'Everything has been counted.' : 'Nothing here.'}</p>
      )}
      {list.data && list.data.totalRecords > list.data.records.length && (
        <p className={classes.small}>
          And {(list.data.totalRecords - list.data.records.length).toLocaleString('en-US')} more: scan or
          search for them above.
        </p>
      )}
    </div>
  );
}
