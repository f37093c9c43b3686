//! Encryption of the server's own, for hosts without a proxy: a certificate and its key in PEM files, read again when they
//! change. HTTP/1.1 alone is offered, since open pages are WebSockets.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, SystemTime},
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
        server::{ClientHello, ResolvesServerCert},
        sign::CertifiedKey,
    },
    server::TlsStream,
};

/// How often it is looked whether the files have changed.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// A certificate that the server shows, and its key. Clones share it.
#[derive(Clone)]
pub struct Tls {
    files: Files,
    shown: Arc<Shown>,
    acceptor: TlsAcceptor,
}

#[derive(Clone)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// The certificate in force.
#[derive(Debug)]
struct Shown(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Shown {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("certificate", &self.files.certificate).finish_non_exhaustive()
    }
}

/// Why a certificate cannot be shown.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", file.display())]
pub struct TlsError {
    /// The file at fault.
    file: PathBuf,
    /// What is wrong with it.
    why: String,
}

impl Tls {
    /// Reads a certificate, with those that vouch for it behind it, and its private key.
    pub fn open(certificate: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Result<Tls, TlsError> {
        let files = Files { certificate: certificate.into(), key: key.into() };
        let shown = Arc::new(Shown(RwLock::new(files.read()?)));
        let wrong = |e: &dyn fmt::Display| TlsError { file: files.certificate.clone(), why: e.to_string() };
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| wrong(&e))?
            .with_no_client_auth()
            .with_cert_resolver(shown.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls { files, shown, acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    /// Reads the files again. New lines see what they hold now; when they cannot be read, the old certificate stays.
    pub fn reload(&self) -> Result<(), TlsError> {
        let fresh = self.files.read()?;
        *self.shown.0.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// Reads the files again whenever they change, or when `asked` says so; for as long as it is polled.
    pub async fn keep_fresh(self, mut asked: tokio::sync::mpsc::Receiver<()>) {
        let mut seen = self.files.changed_at();
        let mut open = true;
        loop {
            let now = tokio::select! {
                came = asked.recv(), if open => { open = came.is_some(); open }
                () = tokio::time::sleep(LOOK_EVERY) => false,
            };
            let changed = self.files.changed_at();
            if !now && changed == seen {
                continue;
            }
            match self.reload() {
                Ok(()) => {
                    seen = changed;
                    tracing::info!("the certificate was read again");
                }
                // Whoever renews a certificate may be halfway: the next look finds both files.
                Err(error) => tracing::warn!(%error, "the old certificate stays: the new one cannot be read"),
            }
        }
    }

    /// Encrypts a line.
    pub(crate) async fn greet<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
    ) -> io::Result<TlsStream<S>> {
        self.acceptor.accept(stream).await
    }
}

impl Files {
    fn read(&self) -> Result<Arc<CertifiedKey>, TlsError> {
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(|e| wrong(&self.certificate, e))?;
        if chain.is_empty() {
            return Err(wrong(&self.certificate, "there is no certificate in it"));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|e| wrong(&self.key, e))?;
        let key =
            ring::default_provider().key_provider.load_private_key(key).map_err(|e| wrong(&self.key, e))?;
        let both = CertifiedKey::new(chain, key);
        both.keys_match().map_err(|_| wrong(&self.key, "this is not the key of the certificate"))?;
        Ok(Arc::new(both))
    }

    fn changed_at(&self) -> [Option<SystemTime>; 2] {
        [&self.certificate, &self.key].map(|file| fs::metadata(file).and_then(|data| data.modified()).ok())
    }
}

fn wrong(file: &Path, why: impl fmt::Display) -> TlsError {
    TlsError { file: file.into(), why: why.to_string() }
}
