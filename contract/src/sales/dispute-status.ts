/** The statuses of a dispute. Inquiries ask for information and move no money. */
export const disputeStatuses = ['inquiry', 'needsResponse', 'underReview', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];
export const disputeStatusLabels: Record<DisputeStatus, string> = {
  inquiry: 'Inquiry',
  needsResponse: 'Needs response',
  underReview: 'Under review',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
};
