import { type User, userRoutes } from '@aisle/contract/system/users/users';
import { instant, text, yesNo } from '../exports/columns.ts';
import { exportOf } from '../exports/exportable.ts';

export const userExports = {
  users: exportOf<User>({ title: 'Users', route: userRoutes.list, withoutCustomers: true }, [
    text('First name', (user) => user.firstName),
    text('Last name', (user) => user.lastName),
    text('Email', (user) => user.email),
    text('Phone', (user) => user.phone),
    text('Type', (user) => user.userType),
    text('Locations', (user) => user.locations.map(({ name }) => name).join(', ')),
    yesNo('Active', (user) => user.status),
    instant('Last sign-in', (user) => user.lastLoginAt),
  ]),
};
