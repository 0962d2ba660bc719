import { useSignedIn } from '../../core/session/session.ts';

/** Merging, exporting and erasing are for users of the whole marketplace, the first and last with both permissions. */
export function useMayCare(): { mayMerge: boolean; mayTakeOut: boolean; mayErase: boolean } {
  const { permissions, user } = useSignedIn();
  const mayEdit = user.userType !== 'store' && permissions.has('customer_edit');
  const hasBoth = mayEdit && permissions.has('customer_delete');
  return { mayMerge: hasBoth, mayTakeOut: mayEdit, mayErase: hasBoth };
}
