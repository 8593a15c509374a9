import { addresses } from '../../addresses.ts'

export const questionsPath = '/api/v1/tools/human-requests'
export const questionPath = '/api/v1/tools/human-requests/{id}'

export const questionAddress = (id: string) => addresses.question.replace('{id}', id)
