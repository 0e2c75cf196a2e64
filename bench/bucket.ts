// A child process: a bucket over a directory, as several processes of the product share one.
import S3rver from 's3rver'

process.once('message', async (directory: string) => {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'college', configs: [] }],
  })
  const { port } = await server.run()
  process.send?.(port)
})
process.on('disconnect', () => process.exit(0))
