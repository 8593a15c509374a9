import { href } from '../../href.ts'
import { questionAddresses } from '../../pages/questions/addresses.ts'

export const questionsPath = '/api/v1/tools/human-requests'
export const questionPath = '/api/v1/tools/human-requests/{id}'

export const questionAddress = (id: string) => href(questionAddresses.detail, { id })
