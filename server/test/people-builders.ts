import sharp from 'sharp';
import { newId } from '../src/core/ids.ts';
import { hashPassword } from '../src/system/auth/passwords/passwords.ts';
import type { Shop } from './shop.ts';

export const rightPassword = 'Groceries1!';
let hash: Promise<string> | undefined;

/** A user with a password who hasn't signed in. */
export async function addPerson(
  shop: Shop,
  person: {
    email?: string;
    userType?: 'admin' | 'store' | 'others';
    roles?: string[] | null;
    status?: boolean;
    locations?: string[];
  } = {},
): Promise<{ id: string; email: string }> {
  const id = newId();
  const email = person.email ?? `${id}@people.example`;
  hash ??= hashPassword(rightPassword);
  const password_hash = await hash;
  await shop.look(async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id,
        first_name: 'Robin',
        last_name: 'Reed',
        email,
        user_type: person.userType ?? 'others',
        roles: person.roles ?? null,
        status: person.status ?? true,
        password_hash,
      })
      .execute();
    for (const location_id of person.locations ?? []) {
      await tx.insertInto('user_locations').values({ user_id: id, location_id }).execute();
    }
  });
  return { id, email };
}

/** A location with the fields that users need. */
export async function addPlainLocation(shop: Shop, name = 'Riverside'): Promise<string> {
  const id = newId();
  await shop.look((tx) =>
    tx
      .insertInto('locations')
      .values({
        id,
        name,
        code: id,
        address: '{}',
        latitude: 40,
        longitude: -74,
        time_zone: 'America/New_York',
        delivery_radius_km: 10,
      })
      .execute(),
  );
  return id;
}

/** The emails sent to an address, oldest first. */
export const mailsTo = (shop: Shop, recipient: string) =>
  shop.look((tx) =>
    tx
      .selectFrom('mails')
      .select(['subject', 'body', 'sent_at'])
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute(),
  );

/** A picture in one color, as a PNG. */
export const pngOf = (width = 8, height = 8): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** The token of the link in an email. */
export const tokenIn = (text: string): string => /\/set-password\/([A-Za-z0-9_-]+)/.exec(text)![1]!;
