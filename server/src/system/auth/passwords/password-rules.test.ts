import { expect, test } from 'vitest';
import { weaknessOf } from './password-rules.ts';

const owner = { brand: 'Green Basket', firstName: 'José', lastName: 'Ng', email: 'jo.diaz@shop.example' };

test.each([
  'Password1!',
  'pASSWORD2024!',
  'Passw0rd!',
  'Qwer1234!',
  'Abc12345!',
  'Iloveyou!!1',
  'Welcome#2026',
])('rejects %s as too common, in any case and with trailing digits and symbols', async (password) =>
  expect(await weaknessOf(password, owner)).toMatch(/too common/),
);

test.each(['Jose#Zv81', 'xGreenBasket7!', 'Green#Basket7', 'JoDiaz!4Qz', 'qJODIAZ8#'])(
  'rejects %s, which contains a name, the email or the brand',
  async (password) => expect(await weaknessOf(password, owner)).toMatch(/can't contain your name/),
);

test.each(['Groceries1!', 'Journeys1!', 'Tr0ub4dor&3', 'Qz#passwordly8', 'Ngx#Zv81k'])(
  'accepts %s despite short names or common words inside',
  async (password) => expect(await weaknessOf(password, owner)).toBeNull(),
);
