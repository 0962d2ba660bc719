import { useSignedIn } from '../../core/session/session.ts';

/** Requires access to the whole marketplace; merging and erasing require permission to edit and to delete customers. */
export function useCanCare(): { mayMerge: boolean; mayTakeOut: boolean; mayErase: boolean } {
  const { permissions, user } = useSignedIn();
  const canEdit = user.userType !== 'store' && permissions.has('customer_edit');
  const hasBoth = canEdit && permissions.has('customer_delete');
  return { mayMerge: hasBoth, mayTakeOut: canEdit, mayErase: hasBoth };
}
