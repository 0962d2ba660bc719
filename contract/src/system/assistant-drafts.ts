import { z } from 'zod';
import { Id, Instant, Ref } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';

/** For how many days a draft can be approved, and kept afterwards. */
export const draftDays = 7;
export const keptDraftDays = 30;
/** The maximum number of open drafts of an API key. */
export const maxOpenDrafts = 200;

export const draftStatuses = ['open', 'approved', 'discarded', 'expired'] as const;
export type DraftStatus = (typeof draftStatuses)[number];
export const draftStatusLabels: Record<DraftStatus, string> = {
  open: 'Open',
  approved: 'Approved',
  discarded: 'Discarded',
  expired: 'Expired',
};

/** A change that an assistant prepared, for a person to approve. */
export const AssistantDraft = z.object({
  _id: Id,
  /** The name of the tool, such as `refund_order`. */
  tool: z.string(),
  /** The title of the tool, such as "Refund an order". */
  title: z.string(),
  /** Describes the change for the person who approves it. */
  preview: z.string(),
  /** A hash of the preview. An approval sends it, so that a person can only approve the preview that they read. */
  seen: z.string(),
  /** The location that the change belongs to; null for the marketplace. */
  location: Ref.nullable(),
  /** The API key of the assistant. */
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  status: z.enum(draftStatuses),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
});
export type AssistantDraft = z.infer<typeof AssistantDraft>;

/** The new preview of a draft whose state has changed. */
export const DraftPreview = AssistantDraft.pick({ preview: true, seen: true });
export type DraftPreview = z.infer<typeof DraftPreview>;

export const AssistantDraftPage = pageRequest(['createdAt', 'expiresAt'], {
  status: z.enum(draftStatuses),
  locationId: Id,
});
export type AssistantDraftPage = z.infer<typeof AssistantDraftPage>;

export const DraftApproval = z.strictObject({ seen: z.string().min(1).max(100) });
export type DraftApproval = z.infer<typeof DraftApproval>;

export const ApprovedDraft = AssistantDraft.extend({
  /** Describes the completed change. */
  result: z.string(),
});
export type ApprovedDraft = z.infer<typeof ApprovedDraft>;

export const assistantDraftRoutes = routes('assistantDrafts', {
  list: {
    method: 'POST',
    path: '/draft/list',
    permission: 'signedIn',
    summary: 'Lists the drafts of assistants that you could carry out yourself, newest first',
    body: AssistantDraftPage,
    data: pageOf(AssistantDraft),
    reads: true,
    list: {
      screen: without('Which drafts a user sees depends on their tools, so a saved view has no permission'),
      exportAs: without('Drafts are deleted after some weeks. The audit log exports what became of them'),
      liveTopic: without('Who sees a draft depends on its tool, not on one permission'),
    },
  },
  approve: {
    method: 'POST',
    path: '/draft/approve/{id}',
    permission: 'signedIn',
    confirms: 'money',
    when: 'if the route of the draft asks',
    onceByKey: true,
    summary: 'Carries out a draft of an assistant with your own permissions',
    body: DraftApproval,
    data: ApprovedDraft,
    message: 'Draft approved',
    problems: ['reauth-required', 'drafts.over', 'version-stale'],
    changes: [
      'assistantDrafts',
      'orders',
      'mainOrders',
      'stock',
      'inventory',
      'customers',
      'statements',
      'support',
      'promotions',
      'products',
    ],
  },
  discard: {
    method: 'POST',
    path: '/draft/discard/{id}',
    permission: 'signedIn',
    summary: 'Discards a draft of an assistant',
    data: AssistantDraft,
    message: 'Draft discarded',
    problems: ['drafts.over'],
    changes: ['assistantDrafts'],
  },
});
