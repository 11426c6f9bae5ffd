// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Says of its permits whatever a test tells it to. It is no token.
contract PermitClaims {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    string public name;
    bytes32 public DOMAIN_SEPARATOR;
    string private claimedVersion;
    bytes32 private typehash;

    function claim(
        string calldata name_,
        string calldata version_,
        string calldata separatorVersion,
        uint256 chainId,
        address verifyingContract,
        bytes32 typehash_
    ) external {
        name = name_;
        claimedVersion = version_;
        typehash = typehash_;
        DOMAIN_SEPARATOR = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256(bytes(name_)),
                keccak256(bytes(separatorVersion)),
                chainId,
                verifyingContract
            )
        );
    }

    function version() external view returns (string memory) {
        require(bytes(claimedVersion).length > 0);
        return claimedVersion;
    }

    function PERMIT_TYPEHASH() external view returns (bytes32) {
        require(typehash != 0);
        return typehash;
    }

    function nonces(address) external pure returns (uint256) {
        return 5;
    }
}
