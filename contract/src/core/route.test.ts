import { expect, test } from 'vitest';
import { paramsOf, paramsSchema } from './route.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

test('returns the parameters of a path in order, and whether each is optional', () => {
  expect(paramsOf('/product/delete-image/{id}/{imageId}')).toEqual([
    { name: 'id', optional: false },
    { name: 'imageId', optional: false },
  ]);
  expect(paramsOf('/store/product-tree/{id?}')).toEqual([{ name: 'id', optional: true }]);
  expect(paramsOf('/product/list1')).toEqual([]);
});

test('reads an ID parameter in lower case', () => {
  const schema = paramsSchema('/brand/edit/{id}');

  expect(schema.parse({ id: id.toUpperCase() })).toEqual({ id });
  expect(schema.safeParse({ id: '17' }).error?.issues[0]?.message).toBe('Not a valid id');
  expect(schema.safeParse({}).success).toBe(false);
});

test('allows an optional parameter to be missing, but not to be invalid', () => {
  const schema = paramsSchema('/store/product-tree/{id?}');

  expect(schema.parse({})).toEqual({});
  expect(schema.safeParse({ id: 'tree' }).success).toBe(false);
});

test.each(['token', 'name'])('accepts any %s up to a maximum length', (name) => {
  const schema = paramsSchema(`/link/{${name}}`);

  expect(schema.parse({ [name]: 'any-Thing.1' })).toEqual({ [name]: 'any-Thing.1' });
  expect(schema.safeParse({ [name]: '' }).success).toBe(false);
  expect(schema.safeParse({ [name]: 'x'.repeat(501) }).success).toBe(false);
});

test("rejects a parameter that isn't in the path", () => {
  expect(paramsSchema('/brand/edit/{id}').safeParse({ id, other: id }).success).toBe(false);
});
