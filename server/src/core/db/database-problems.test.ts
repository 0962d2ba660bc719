import { describe, expect, test } from 'vitest';
import { problemOfDatabase, taken, valueIn, writeTroubleOf } from './database-problems.ts';

const known = {
  brands_name_key: () => taken('name', 'This name'),
  sub_products_sku_key: (detail: string) => taken('sku', valueIn(detail)),
  AI001: () => taken('status', 'This status'),
};
const reportedFor = (error: object) => problemOfDatabase(error, known);

describe('problemOfDatabase', () => {
  test('reports a duplicate at the field of the constraint', () => {
    const reported = reportedFor({ code: '23505', constraint: 'brands_name_key' });

    expect(reported).toMatchObject({
      code: 'duplicate',
      fields: [{ path: 'name', message: 'This name is already taken' }],
    });
  });

  test('includes the duplicate value in the message', () => {
    const detail = 'Key (lower(sku))=(oat-1) already exists.';

    expect(reportedFor({ code: '23505', constraint: 'sub_products_sku_key', detail })?.message).toBe(
      'oat-1 is already taken',
    );
  });

  test('reports a conflict for an unknown unique constraint', () => {
    expect(reportedFor({ code: '23505', constraint: 'other_key' })).toMatchObject({
      code: 'duplicate',
      status: 409,
    });
  });

  test('reports a missing record at the last column of the foreign key', () => {
    const detail = 'Key (location_id, sub_product_id)=(1, 2) is not present in table "sub_products".';

    expect(reportedFor({ code: '23503', detail })?.fields).toEqual([
      { path: 'subProductId', message: 'This sub-product no longer exists' },
    ]);
  });

  test('reports a referenced record as in use, with the referencing table', () => {
    const detail = 'Key (id)=(1) is still referenced from table "products".';

    expect(reportedFor({ code: '23503', detail, table: 'products' })).toMatchObject({
      code: 'in-use',
      details: { by: 'products' },
    });
  });

  test.each([
    ['a row belongs to another location', { code: '42501' }, 'not-found'],
    ['a number is out of range', { code: '22003' }, 'malformed-request'],
    ["a day doesn't exist", { code: '22008' }, 'malformed-request'],
    ["a time zone offset doesn't exist", { code: '22009' }, 'malformed-request'],
    ["the database's disk is full", { code: '53100' }, 'disk-full'],
    ["the server's disk is full", { code: 'ENOSPC' }, 'disk-full'],
    ['the database is out of memory', { code: '53200' }, 'out-of-memory'],
    ['the database is read-only', { code: '25006' }, 'read-only'],
    ['the database crashed', { code: '57P02' }, 'unavailable'],
    ['the database is stopping', { code: '57P01' }, 'unavailable'],
    ['the database is out of connections', { code: '53300' }, 'unavailable'],
    ['the database is unreachable', { code: 'ECONNREFUSED' }, 'unavailable'],
    ['the connection broke', new Error('Connection terminated unexpectedly'), 'unavailable'],
    ['a custom constraint is violated', { code: 'AI001' }, 'duplicate'],
  ])('reports that %s as %3$s', (_, error, code) => {
    expect(reportedFor(error)?.code).toBe(code);
  });

  test.each([
    ['a syntax error', { code: '42601' }],
    ['an error of another kind', new Error('undefined is not a function')],
  ])('leaves %s unconverted', (_, error) => {
    expect(reportedFor(error)).toBeUndefined();
  });
});

describe('writeTroubleOf', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });

  test.each([
    ['directly', full],
    ['as the cause of an error', new Error('Cannot write file', { cause: full })],
    [
      'as the cause of the cause',
      new Error('Failed', { cause: new Error('Cannot write file', { cause: full }) }),
    ],
  ])('finds a full disk %s', (_, error) => {
    expect(writeTroubleOf(error)?.code).toBe('disk-full');
  });

  test.each([
    ['an error without a cause', new Error('undefined is not a function')],
    ["a cause that isn't an error", new Error('Failed', { cause: 'ENOSPC' })],
    ["an error that isn't about writing", { code: 'ECONNREFUSED' }],
  ])('finds nothing in %s', (_, error) => {
    expect(writeTroubleOf(error)).toBeUndefined();
  });
});

test('returns an empty value for a detail without one', () => {
  expect(valueIn('Failing row contains (1, 2).')).toBe('');
});
