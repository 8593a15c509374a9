import { data, endpoint, none } from '../../../kernel/http/endpoint.ts'
import { Notifications, ReadNotificationsBody } from '../schema.ts'
import type { NotificationService } from '../service/notifications.ts'

const exampleKey = 'trigger  0199f1a0-0000-7000-8000-000000000001 disabled 1767323045678'

/** Of the signed-in account: what one has read, others have not. */
export const notificationRoutes = (notifications: NotificationService) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/notifications',
    area: 'Overview',
    summary: 'List notifications',
    description:
      'What needs attention, caps that block work, and what waits for an approval or an answer; newest first, up to ten of each kind.',
    access: 'session',
    adminOnly: true,
    response: data(Notifications),
    message: 'Notifications',
    errors: ['invalid_session'],
    example: {
      response: {
        items: [
          {
            key: exampleKey,
            kind: 'trigger',
            id: '0199f1a0-0000-7000-8000-000000000001',
            parentId: null,
            title: 'New orders',
            reason: 'failed 10 times in a row',
            state: 'disabled',
            at: '2026-01-02T03:04:05.678Z',
            isRead: false,
          },
        ],
        unreadCount: 1,
      },
    },
    handle: ({ scope }) => notifications.list(scope),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/notifications/read',
    area: 'Overview',
    summary: 'Mark notifications as read',
    access: 'session',
    adminOnly: true,
    body: ReadNotificationsBody,
    response: none(),
    message: 'Marked as read',
    errors: ['invalid_session', 'csrf_token_required'],
    example: { body: { keys: [exampleKey] } },
    handle: ({ scope, body }) => notifications.markRead(scope, body),
  }),
]
