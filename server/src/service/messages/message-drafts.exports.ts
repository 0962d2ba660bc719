import { type MessageDraft, messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageChannelLabels } from '@aisle/contract/service/messages';
import { instant, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const messageDraftExports = {
  messageDrafts: exportOf<MessageDraft>(
    { title: 'Drafts and templates', route: messageDraftRoutes.list, withoutCustomers: true },
    [
      text('Name', (draft) => draft.name),
      text('Kind', (draft) => (draft.kind === 'draft' ? 'Draft' : 'Template')),
      text('Channel', (draft) => messageChannelLabels[draft.channel]),
      text('Subject', (draft) => draft.subject),
      text('Text', (draft) => draft.body),
      text('Button', (draft) => draft.buttonLabel),
      text('Button address', (draft) => draft.buttonUrl),
      text('Saved by', (draft) => draft.savedBy),
      instant('Saved', (draft) => draft.updatedAt),
    ],
  ),
};
