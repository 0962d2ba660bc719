import { formatCount } from '@aisle/contract/core/how-many';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageTitle } from '../../../ui/record/page-title.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { CountItems } from '../count-items.tsx';
import { takesCounts } from '../count-stage.ts';
import classes from '../stock-counts.module.css';
import { CountEntry } from './count-entry.tsx';
import { useCounting } from './use-counting.ts';
import { usePendingCounts } from './use-pending-counts.ts';

export function CountSheet() {
  const { id } = useParams({ from: '/shell/inventory/counts/sheet/$id' });
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
          progress={`${formatCount(count.counted)} of ${formatCount(count.items)} counted`}
        />
      )}
    </Loaded>
  );
}

interface SheetProps {
  id: string;
  number: string;
  locationId: string;
  isOpen: boolean;
  /** Counting is finished: only what is asked for again is still taken. */
  isReviewed: boolean;
  progress: string;
}

/** For the aisle: scan, say how many, on to the next. */
function Sheet({ id, number, locationId, isOpen, isReviewed, progress }: SheetProps) {
  const { pending, trouble, keep } = usePendingCounts(id, isOpen);
  const counting = useCounting(keep);
  return (
    <div className={classes.page}>
      <PageTitle
        title={`Count ${number}`}
        back={{ to: '/inventory/counts/$id', params: { id }, label: number }}
        badge={<span className={classes.small}>{progress}</span>}
      />
      {!isOpen && (
        <Alert color="gray" variant="default">
          <span className="sentence">
            {isReviewed ? 'Counting is finished.' : 'This count has ended.'}{' '}
            <ScreenLink to="/inventory/counts/$id" params={{ id }}>
              View results
            </ScreenLink>
          </span>
        </Alert>
      )}
      {isOpen && isReviewed && (
        <Alert color="gray" variant="default">
          Counting is finished. Only recounts can be entered.
        </Alert>
      )}
      {isOpen && (
        <CountEntry countId={id} locationId={locationId} counting={counting} sending={{ pending, trouble }} />
      )}
      <CountItems countId={id} isOpen={isOpen} isReviewed={isReviewed} onChoose={counting.choose} />
    </div>
  );
}
