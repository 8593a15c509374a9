import { deleteUserRows, exportUserRows, moveUserRows } from '../../../../kernel/user-rows.ts'
import type { UserData } from '../../../external-users/index.ts'
import { listEvalsOfUser, listExecutionsOf, listPausesOfUser } from '../../store/executions/user-data.ts'

const asTheyAre = (row: Record<string, unknown>) => row

const dataOf = (table: string, type: string, list: Parameters<typeof exportUserRows>[1]): UserData => ({
  countedAs: null,
  permission: 'workflow:read',
  erase: deleteUserRows(table),
  move: moveUserRows(table),
  export: exportUserRows(type, list, asTheyAre),
})

/** What happens to the executions of an end user who is erased, merged or exported; their runs are the kernel's. */
export const executionUserData: readonly UserData[] = [
  dataOf('workflow_execution', 'workflow_execution', listExecutionsOf),
  dataOf('workflow_pause', 'workflow_pause', listPausesOfUser),
  dataOf('workflow_eval', 'workflow_eval', listEvalsOfUser),
]
