import { type MessageDraft, messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageChannelLabels } from '@aisle/contract/service/messages';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../core/api.ts';
import type { Destination } from '../../core/pages/screens.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { DateText } from '../../ui/values/values.tsx';
import { MessageTabs } from './message-tabs.tsx';

const columns: Column<MessageDraft>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="clip">{subject}</span>,
    card: 'detail',
  },
  { key: 'channel', header: 'Channel', cell: ({ channel }) => messageChannelLabels[channel] },
  { key: 'savedBy', header: 'Saved by', cell: ({ savedBy }) => savedBy },
  {
    key: 'updatedAt',
    header: 'Saved',
    cell: ({ updatedAt }) => <DateText value={updatedAt} withTime />,
    sortable: true,
    card: 'figure',
  },
];

const pageOf = ({ kind, _id }: MessageDraft): Destination =>
  kind === 'draft'
    ? { to: '/messages/new', search: { draft: _id } }
    : { to: '/messages/template', search: { id: _id } };

/** Drafts, or templates: one tab each. */
export function DraftList() {
  const kind = useScreenSearch().kind === 'template' ? 'template' : 'draft';
  const list = useList(messageDraftRoutes.list, { kind });
  const navigate = useNavigate();
  const create = useWrite(messageDraftRoutes.create);
  const removing = useWrite(messageDraftRoutes.remove);
  const isTemplate = kind === 'template';
  const nouns = isTemplate ? 'templates' : 'drafts';

  function duplicate({ name, channel, subject, body, ...rest }: MessageDraft): void {
    const { buttonLabel, buttonUrl, audience, sendAt } = rest;
    const content = { channel, subject, body, buttonLabel, buttonUrl };
    create.mutate({
      body: {
        kind,
        name: `${name.slice(0, 113)} (copy)`,
        ...content,
        ...(!isTemplate && { audience, sendAt }),
      },
    });
  }
  async function remove({ _id, name }: MessageDraft): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: "It can't be restored. Sent messages stay.",
      confirm: 'Delete',
    });
    if (isSure) removing.mutate({ params: { id: _id } });
  }
  return (
    <ListPage
      title="Messages"
      noun={nouns}
      searchLabel="Name or subject"
      list={list}
      columns={columns}
      tabs={<MessageTabs isOn={kind} />}
      tabFilter="kind"
      primary={
        isTemplate
          ? { label: 'New template', to: { to: '/messages/template' } }
          : { label: 'New message', to: { to: '/messages/new' } }
      }
      link={pageOf}
      rowActions={(draft) => [
        ...(isTemplate
          ? [
              {
                label: 'New message from it',
                onClick: () => void navigate({ to: '/messages/new', search: { template: draft._id } }),
              },
            ]
          : []),
        { label: 'Duplicate', onClick: () => duplicate(draft) },
        { label: 'Delete', danger: true, onClick: () => void remove(draft) },
      ]}
      empty={
        isTemplate
          ? 'Templates have the text and the button of messages that you send again and again.'
          : 'Save an unfinished message as a draft to continue it later, here or on another device.'
      }
    />
  );
}
