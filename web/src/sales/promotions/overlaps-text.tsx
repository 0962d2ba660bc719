import {
  maxCompared,
  type PromotionOverlaps,
  promotionRoutes,
} from '@aisle/contract/sales/promotions/promotions';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { read } from '../../core/api.ts';
import { ScreenLink } from '../../ui/record/screen-link.tsx';

const mostNamed = 3;

/** "Can compete with V-1002 Berries, V-1003 Tea and 4 more. Customers get the better one." */
export function OverlapsText({ overlaps: { count, promotions } }: { overlaps: PromotionOverlaps }) {
  const named = promotions.slice(0, mostNamed);
  const more = count - named.length;
  return (
    <>
      Can compete with{' '}
      {named.map(({ _id, number, name }, index) => (
        <Fragment key={_id}>
          {index > 0 && (index === named.length - 1 && more === 0 ? ' and ' : ', ')}
          <ScreenLink to="/promotions/view/$id" params={{ id: _id }}>
            {number} {name}
          </ScreenLink>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}. Customers get the better one.
    </>
  );
}

export const partialText = `Only the newest ${maxCompared} published promotions are compared.`;

/** Names the published promotions that a promotion competes with. */
export function OverlapsNote({ promotionId }: { promotionId: string }) {
  const { data } = useQuery({
    ...read(promotionRoutes.overlaps, { body: { promotionIds: [promotionId] } }),
    meta: { quiet: true },
  });
  const overlaps = data?.[0];
  if (!overlaps || (overlaps.count === 0 && !overlaps.isPartial)) return null;
  return (
    <p className="m-0 mt-2 text-sm secondary">
      {overlaps.count > 0 && <OverlapsText overlaps={overlaps} />}
      {overlaps.isPartial && ` ${partialText}`}
    </p>
  );
}
