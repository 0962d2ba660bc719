import { fullName } from '../../core/full-name.ts';
import { switchActions } from '../bulk-actions.ts';
import { type User, userRoutes } from './users.ts';

export const userActions = switchActions({
  list: userRoutes.list,
  route: userRoutes.updateStatus,
  one: 'user',
  many: 'users',
  nameOf: (user: User) => fullName(user),
});
