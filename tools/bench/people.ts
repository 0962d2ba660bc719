import { allPermissions } from '@aisle/contract/permissions';

export interface BenchPerson {
  userId: string;
  token: string;
  firstName: string;
  lastName: string;
  email: string;
  userType: 'admin' | 'store';
  roles: readonly string[] | null;
}

/** The users of the benchmark. Their tokens are public, so such a database must never serve a real shop. */
export const people = {
  administrator: {
    userId: '0199bec0-0000-7000-8000-000000000001',
    token: 'bench-administrator',
    firstName: 'Bench',
    lastName: 'Administrator',
    email: 'bench.administrator@aisle.example',
    userType: 'admin',
    roles: null,
  },
  /** A user of only the large location. */
  owner: {
    userId: '0199bec0-0000-7000-8000-000000000002',
    token: 'bench-owner',
    firstName: 'Bench',
    lastName: 'Owner',
    email: 'bench.owner@aisle.example',
    userType: 'store',
    roles: allPermissions,
  },
} as const satisfies Record<string, BenchPerson>;
