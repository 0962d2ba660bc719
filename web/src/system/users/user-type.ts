import type { UserType } from '@aisle/contract/system/users/users';

export const userTypeLabels: Record<UserType, string> = {
  admin: 'Administrator',
  store: 'Store',
  others: 'Other staff',
};
export const userTypeOptions = Object.entries(userTypeLabels).map(([value, label]) => ({ value, label }));
