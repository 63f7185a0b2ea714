use crate::error::{Error, Result};
use crate::server::Server;
use crate::setup::Setup;

impl Setup {
    /// Starts a server and waits until it answers.
    #[track_caller]
    pub fn start(&self) -> Server {
        self.try_start().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`Setup::start`], but returns errors.
    pub fn try_start(&self) -> std::result::Result<Server, Error> {
        let mut server = self.prepare()?;
        server.launch()?;
        Ok(server)
    }

    /// Starts a server that must refuse to run, and returns its log.
    #[track_caller]
    pub fn start_refused(&self) -> String {
        self.try_start_refused().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`Setup::start_refused`], but returns errors.
    pub fn try_start_refused(&self) -> std::result::Result<String, Error> {
        let mut server = self.prepare()?;
        server.launch_refused()?;
        Ok(server.log())
    }

    /// Makes the server's folder and writes its redis.conf.
    fn prepare(&self) -> Result<Server> {
        let folder = tempfile::tempdir().map_err(Error::io("cannot make a temporary folder"))?;
        let path = folder.path().canonicalize().map_err(Error::io("cannot find the folder"))?;
        self.write_config(&path)?;
        Ok(Server::new(folder, path, self.launch.clone()))
    }
}
