/** The app's name and secret at the identity provider of the tests. */
export const CLIENT = { id: 'clinical-elog', secret: 'a-secret-of-the-client-of-some-length' }
