# whynot in a container, from the package that `./dev release` builds:
#   docker build -t whynot . && docker run --rm -v "$PWD:/models" whynot check net.smv
FROM debian:12-slim
COPY build/release-package/whynot_*_*.deb /tmp/
RUN apt-get update \
 && apt-get install -y --no-install-recommends /tmp/whynot_*.deb \
 && rm -rf /var/lib/apt/lists/* /tmp/whynot_*.deb \
 && useradd --create-home whynot
USER whynot
WORKDIR /models
ENTRYPOINT ["whynot"]
CMD ["help"]
