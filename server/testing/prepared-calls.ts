import type { Prepare } from './walks.ts'

export const renamed: Prepare = () => ({ body: { name: 'Renamed' } })

/** A student of the batch who is in no group. */
export const outsider: Prepare = async ({ at, own }) => ({
  ids: { student: (await at.make.student(own.ids.batch)).id },
})

/** A survey that nobody has answered. */
const surveyed =
  (status: 'draft' | 'active'): Prepare =>
  async ({ at, own }) => {
    const survey = await at.make.survey({ status, batch_id: own.ids.batch, created_by: own.ids.user })
    const [first, second] = [await at.make.question(survey), await at.make.question(survey, { position: 2 })]
    return {
      ids: { survey, question: first },
      body: { question_ids: [second, first], answers: [{ feedback_question_id: first, answer: 'Well' }] },
    }
  }
export const draftSurvey = surveyed('draft')
export const openSurvey = surveyed('active')
