import { expect, test } from 'vitest';
import { paramsOf, paramsSchema } from './route.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

test('the parameters of a path are found in their order, with those that may be left out', () => {
  expect(paramsOf('/product/delete-image/{id}/{imageId}')).toEqual([
    { name: 'id', optional: false },
    { name: 'imageId', optional: false },
  ]);
  expect(paramsOf('/store/product-tree/{id?}')).toEqual([{ name: 'id', optional: true }]);
  expect(paramsOf('/product/list1')).toEqual([]);
});

test('a parameter is an id, in small letters', () => {
  const schema = paramsSchema('/brand/edit/{id}');

  expect(schema.parse({ id: id.toUpperCase() })).toEqual({ id });
  expect(schema.safeParse({ id: '17' }).error?.issues[0]?.message).toBe('Not a valid id');
  expect(schema.safeParse({}).success).toBe(false);
});

test('a parameter that may be left out may be, but not be something else', () => {
  const schema = paramsSchema('/store/product-tree/{id?}');

  expect(schema.parse({})).toEqual({});
  expect(schema.safeParse({ id: 'tree' }).success).toBe(false);
});

test.each(['token', 'name'])('a %s is any text, within bounds', (name) => {
  const schema = paramsSchema(`/link/{${name}}`);

  expect(schema.parse({ [name]: 'any-Thing.1' })).toEqual({ [name]: 'any-Thing.1' });
  expect(schema.safeParse({ [name]: '' }).success).toBe(false);
  expect(schema.safeParse({ [name]: 'x'.repeat(501) }).success).toBe(false);
});

test('a parameter that the path does not have is refused', () => {
  expect(paramsSchema('/brand/edit/{id}').safeParse({ id, other: id }).success).toBe(false);
});
