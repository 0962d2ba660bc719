import {
  type Promotion,
  type PromotionInput,
  promotionRoutes,
} from '@aisle/contract/sales/promotions/promotions';
import type { z } from 'zod';
import type { Person } from './shop.ts';

type Sent = z.input<typeof PromotionInput>;
export const byMarketplace = { marketplace: 100, location: 0, vendor: 0 };

/** A promotion of 20% that the marketplace pays, as a draft. */
export const promotionOf = (parts: Partial<Sent> = {}): Sent => ({
  name: 'Weekend berries',
  label: '20% off berries',
  reward: { kind: 'percent', percent: 20 },
  funding: byMarketplace,
  ...parts,
});
export const addPromotion = (person: Person, parts?: Partial<Sent>): Promise<Promotion> =>
  person.do(promotionRoutes.create, { body: promotionOf(parts) });
export const setStatus = (
  person: Person,
  { _id: id, version }: Pick<Promotion, '_id' | 'version'>,
  status: 'active' | 'paused' | 'ended',
): Promise<Promotion> =>
  person.do(promotionRoutes.updateStatus, { params: { id }, body: { status, version } });
export const publishPromotion = async (person: Person, parts?: Partial<Sent>): Promise<Promotion> =>
  setStatus(person, await addPromotion(person, parts), 'active');
