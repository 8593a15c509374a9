export const roleNames = { member: 'Member', admin: 'Admin' } as const
