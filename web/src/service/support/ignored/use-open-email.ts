import { supportRoutes } from '@aisle/contract/service/support';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';

/** Opens an ignored email as a ticket and navigates to it. */
export function useOpenEmail(): { open: (id: string) => void; isOpening: boolean } {
  const navigate = useNavigate();
  const mayView = useCan('support_view');
  const opening = useWrite(supportRoutes.openIgnoredEmail);
  const open = (id: string) =>
    opening.mutate(
      { params: { id } },
      {
        onSuccess: (ticket) => {
          if (mayView) void navigate({ to: '/supports/$id', params: { id: ticket._id } });
        },
      },
    );
  return { open, isOpening: opening.isPending };
}
