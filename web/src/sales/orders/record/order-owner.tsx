import { changedTags, type OrderAssignment, orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { ChoiceSelect } from '../../../ui/form/fields/choice-select.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';
import { TagList } from '../order-owner-fields.tsx';
import { OrderTagsInput } from '../order-tags-input.tsx';

/** The owner and tags of an order; changes are saved at once. */
export function OrderOwner({ order }: { order: Order }) {
  const canEdit = useCan('order_edit');
  const { userId } = useSignedIn();
  const { owner } = order;
  const { save, saving, errors } = useAssigning(order._id);
  const tags = changedTags(order.tags, { add: saving?.addTags ?? [], remove: saving?.removeTags ?? [] });
  if (!canEdit && !owner && tags.length === 0) return null;
  const assignButton =
    canEdit && owner?._id !== userId ? (
      <Button
        variant="subtle"
        color="teal"
        size="compact-sm"
        loading={saving?.ownerId === userId}
        onClick={() => save({ ownerId: userId })}
      >
        Assign to me
      </Button>
    ) : null;
  return (
    <Panel title="Owner and tags" tools={assignButton}>
      {canEdit ? (
        <div className="grid gap-3">
          <ChoiceSelect
            label="Owner"
            placeholder="No owner"
            clearable
            route={orderOwnerRoutes.owners}
            query={{ locationId: order.locationId }}
            current={owner}
            value={owner?._id ?? null}
            error={errors.ownerId}
            onChange={(ownerId) => save({ ownerId })}
          />
          <OrderTagsInput
            label="Tags"
            placeholder={tags.length === 0 ? 'Add a tag' : ''}
            value={tags}
            error={errors.addTags}
            onChange={(chosen) =>
              save({
                addTags: chosen.filter((tag) => !tags.includes(tag)),
                removeTags: tags.filter((tag) => !chosen.includes(tag)),
              })
            }
          />
        </div>
      ) : (
        <Facts
          facts={[
            ['Owner', owner?.name],
            ['Tags', tags.length > 0 && <TagList key="tags" tags={tags} />],
          ]}
        />
      )}
    </Panel>
  );
}

type OwnerEdit = Omit<OrderAssignment, 'ids'>;
type Errors = Partial<Record<string, string>>;
/** Saves the owner and tags of an order; errors appear at the field. */
function useAssigning(id: string) {
  const assigning = useWrite(orderOwnerRoutes.assign);
  const [errors, setErrors] = useState<Errors>({});
  async function save(wish: OwnerEdit): Promise<void> {
    setErrors({});
    try {
      await assigning.mutateAsync({ body: { ids: [id], ...wish } });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [path.split('.')[0], message])));
    }
  }
  // Shows the new values as saved until the order is refetched.
  const saving = assigning.isPending ? assigning.variables.body : undefined;
  return { save: (wish: OwnerEdit) => void save(wish), saving, errors };
}
